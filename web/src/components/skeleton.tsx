import { classNames } from "../lib/class-names.ts";

/** The quiet shape of something that is still loading. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames("block h-4 w-full animate-shimmer rounded-sm bg-pressed", className)}
    />
  );
}
