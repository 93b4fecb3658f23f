import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { classNames } from "../../lib/class-names.ts";
import { useStatus, useSystemName } from "../../session/use-status.ts";

/** The system's logo: the operator's picture, or the gate. */
export function BrandMark({ className }: { className?: string }) {
  const logo = useStatus()?.logo ?? "";
  const gradient = useId();
  if (logo !== "")
    return <img src={logo} alt="" className={classNames("size-7 rounded-md object-contain", className)} />;
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={classNames("size-7 shrink-0", className)}>
      <defs>
        <linearGradient id={gradient} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" className="[stop-color:var(--brand-from)]" />
          <stop offset="1" className="[stop-color:var(--brand-to)]" />
        </linearGradient>
      </defs>
      <rect width="32" height="32" rx="9" fill={`url(#${gradient})`} />
      <g className="stroke-letter-foreground" strokeLinecap="round">
        <path d="M7.5 24.5h17" strokeWidth="2.4" />
        <path d="M11.5 24.5v-9" strokeWidth="4" />
        <path d="M7.5 17.2 25 9" strokeWidth="3" />
      </g>
    </svg>
  );
}

/** Logo and name; leads home. */
export function Brand({ hideName = false, className }: { hideName?: boolean; className?: string }) {
  const name = useSystemName();
  return (
    <Link
      to="/"
      aria-label={name}
      className={classNames("focus-ring flex min-w-0 items-center gap-2.5 rounded-md", className)}
    >
      <BrandMark />
      {!hideName && <span className="truncate text-[0.9375rem] font-semibold tracking-tight">{name}</span>}
    </Link>
  );
}
