import { Collapsible } from "@base-ui/react/collapsible";
import { ChevronRight } from "lucide-react";
import { useState, type ReactNode } from "react";

/** A titled group of fields. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 not-first:border-t not-first:border-line not-first:pt-5">
      <legend className="float-left mb-1 w-full text-xs font-semibold tracking-wide text-muted">
        {title}
      </legend>
      {children}
    </fieldset>
  );
}

interface CollapsibleSectionProps {
  title: string;
  /** What is inside, while closed. */
  summary?: ReactNode;
  /** Until somebody opens or closes it. */
  defaultOpen?: boolean;
  /** Something inside needs attention. */
  isForcedOpen?: boolean;
  children: ReactNode;
}

/** A group of fields that few people need. */
export function CollapsibleSection(props: CollapsibleSectionProps) {
  const { title, summary, defaultOpen = false, isForcedOpen = false, children } = props;
  const [chosen, setOpen] = useState<boolean>();
  const isOpen = chosen ?? defaultOpen;
  return (
    <Collapsible.Root
      open={isOpen || isForcedOpen}
      onOpenChange={setOpen}
      className="border-t border-line pt-3"
    >
      <Collapsible.Trigger className="focus-ring group -mx-1.5 flex w-[calc(100%+0.75rem)] items-center gap-1.5 rounded-md px-1.5 py-1.5 text-left text-sm font-medium hover:bg-hover">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-muted transition-transform group-data-panel-open:rotate-90"
        />
        {title}
        {summary !== undefined && (
          <span className="ml-auto truncate text-xs font-normal text-muted group-data-panel-open:hidden">
            {summary}
          </span>
        )}
      </Collapsible.Trigger>
      <Collapsible.Panel keepMounted className="flex flex-col gap-4 pt-3 [&[hidden]]:hidden">
        {children}
      </Collapsible.Panel>
    </Collapsible.Root>
  );
}
