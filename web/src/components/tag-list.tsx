import { Badge } from "./badge.tsx";
import { NameText } from "./name-text.tsx";
import { Tooltip } from "./tooltip.tsx";

interface TagListProps {
  items: readonly string[];
  /** How many are shown before "+n"; the rest is in its tooltip. */
  limit?: number;
}

/** Names in a row: groups, models. */
export function TagList({ items, limit = 3 }: TagListProps) {
  const rest = items.slice(limit);
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-1 sm:flex-nowrap">
      {items.slice(0, limit).map((item) => (
        <Badge key={item} tone="outline">
          <NameText name={item} className="max-w-28 leading-4" />
        </Badge>
      ))}
      {rest.length > 0 && (
        <Tooltip content={rest.join(", ")}>
          <button
            type="button"
            className="focus-ring inline-flex h-5 items-center rounded-full bg-neutral-soft px-1.5 text-xs leading-none font-medium text-neutral-text"
          >
            +{rest.length}
          </button>
        </Tooltip>
      )}
    </span>
  );
}
