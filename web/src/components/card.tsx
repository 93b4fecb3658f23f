import type { ComponentProps, ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

/** A surface with a hairline border. */
export function Card({ className, ...rest }: ComponentProps<"div">) {
  return (
    <div
      className={classNames("rounded-xl border border-line bg-surface shadow-card", className)}
      {...rest}
    />
  );
}

interface SectionCardProps {
  title: string;
  description?: ReactNode;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A titled part of a screen. */
export function SectionCard({ title, description, actions, children, className }: SectionCardProps) {
  return (
    <section
      aria-label={title}
      className={classNames("rounded-xl border border-line bg-surface p-5 shadow-card", className)}
    >
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="text-[0.9375rem] font-semibold">{title}</h2>
          {description !== undefined && <p className="mt-0.5 text-sm text-muted">{description}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}
