import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement;
  children: ReactNode;
  /** Accessible name of what opens. */
  label: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: "start" | "center" | "end";
  className?: string;
}

/** A small panel beside its button. */
export function Popover({
  trigger,
  children,
  label,
  align = "start",
  className,
  open,
  onOpenChange,
}: PopoverProps) {
  return (
    <Base.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange === undefined ? {} : { onOpenChange: (next: boolean) => onOpenChange(next) })}
    >
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={align} collisionPadding={8} className="z-40">
          <Base.Popup aria-label={label} className={classNames("pop-surface p-3", className)}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
