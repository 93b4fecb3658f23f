import { classNames } from "../lib/class-names.ts";

/** A name that somebody gave, in its own direction of writing and in one line; what has no room is cut off. */
export function NameText({ name, className }: { name: string; className?: string }) {
  return (
    <span className={classNames("block max-w-96 min-w-0", className)}>
      <bdi className="block w-fit max-w-full truncate" title={name}>
        {name}
      </bdi>
    </span>
  );
}
