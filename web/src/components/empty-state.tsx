import { Inbox, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface EmptyStateProps {
  title: string;
  description?: ReactNode;
  action?: ReactNode;
  icon?: LucideIcon;
}

/** What to show where there is nothing, with the way to change that. */
export function EmptyState({ title, description, action, icon: Icon = Inbox }: EmptyStateProps) {
  return (
    <div className="flex animate-appear flex-col items-center justify-center gap-1 px-6 py-16 text-center">
      <span className="mb-2 flex size-11 items-center justify-center rounded-xl border border-line bg-subtle text-muted">
        <Icon aria-hidden className="size-5" strokeWidth={1.75} />
      </span>
      <p className="text-sm font-medium">{title}</p>
      {description !== undefined && <p className="max-w-sm text-sm text-muted">{description}</p>}
      {action !== undefined && <div className="mt-3">{action}</div>}
    </div>
  );
}
