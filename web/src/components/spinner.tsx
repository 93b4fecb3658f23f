import { LoaderCircle } from "lucide-react";
import { classNames } from "../lib/class-names.ts";

/** A turning ring beside a text that says what is going on. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={classNames("size-4 animate-spin", className)} />;
}
