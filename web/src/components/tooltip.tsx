import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";

interface TooltipProps {
  content: ReactNode;
  /** One element that can take focus and a ref. */
  children: ReactElement;
  side?: "top" | "right" | "bottom" | "left";
}

/** A short hint on hover and focus; never the only place of a fact that someone needs. */
export function Tooltip({ content, children, side = "top" }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} side={side} className="z-50">
          <Base.Popup className="max-w-72 origin-(--transform-origin) rounded-md bg-tooltip px-2.5 py-1.5 text-xs leading-snug wrap-anywhere text-tooltip-foreground shadow-pop transition-[opacity,scale] duration-100 data-ending-style:scale-95 data-ending-style:opacity-0 data-instant:duration-0 data-starting-style:scale-95 data-starting-style:opacity-0">
            {content}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Makes neighbouring tooltips open at once after the first; wraps the whole console. */
export const TooltipProvider = Base.Provider;
