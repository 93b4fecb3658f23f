import type { ReactNode } from "react";
import { Button, type ButtonProps } from "./button.tsx";
import { Tooltip } from "./tooltip.tsx";

interface IconButtonProps extends Omit<ButtonProps, "children" | "aria-label"> {
  /** What it does: its accessible name and its tooltip. */
  label: string;
  children: ReactNode;
  tooltipSide?: "top" | "right" | "bottom" | "left";
}

/** A button that shows only an icon. */
export function IconButton({ label, children, tooltipSide, variant, size, ...rest }: IconButtonProps) {
  return (
    <Tooltip content={label} side={tooltipSide ?? "top"}>
      <Button variant={variant ?? "ghost"} size={size ?? "icon"} aria-label={label} {...rest}>
        {children}
      </Button>
    </Tooltip>
  );
}
