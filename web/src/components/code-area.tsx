import { useRef, type Ref } from "react";
import { classNames } from "../lib/class-names.ts";

interface CodeAreaProps {
  ref?: Ref<HTMLTextAreaElement>;
  label: string;
  text: string;
  onTextChange: (text: string) => void;
  placeholder?: string | undefined;
  /** Where it says what is wrong, if something is. */
  problemsId?: string | undefined;
  className?: string;
}

/** A text area with the numbers of its lines, which scroll with it. */
export function CodeArea({
  ref,
  label,
  text,
  onTextChange,
  placeholder,
  problemsId,
  className,
}: CodeAreaProps) {
  const gutter = useRef<HTMLPreElement>(null);
  return (
    <div
      className={classNames(
        "field-surface flex h-64 overflow-hidden",
        problemsId !== undefined && "border-danger",
        className,
      )}
    >
      <pre
        ref={gutter}
        aria-hidden
        className="min-w-10 shrink-0 overflow-hidden border-r border-line bg-subtle py-2 pr-2 text-right font-mono text-xs leading-5 text-muted select-none"
      >
        {text.split("\n").map((_, index) => `${index + 1}\n`)}
      </pre>
      <textarea
        ref={ref}
        aria-label={label}
        aria-invalid={problemsId !== undefined || undefined}
        aria-describedby={problemsId}
        value={text}
        onChange={(event) => onTextChange(event.target.value)}
        onScroll={(event) => {
          if (gutter.current !== null) gutter.current.scrollTop = event.currentTarget.scrollTop;
        }}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        wrap="off"
        className="thin-scrollbar min-w-0 flex-1 resize-none overflow-auto bg-transparent px-2.5 py-2 font-mono text-xs leading-5 whitespace-pre outline-none"
      />
    </div>
  );
}

/** Selects a line and brings it into view. */
export function showCodeLine(area: HTMLTextAreaElement | null, line: number): void {
  if (area === null) return;
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((length, before) => length + before.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  area.scrollTop = Math.max(0, (line - 4) * LINE_PX);
}

/** Height of a line of the editor: `leading-5`. */
const LINE_PX = 20;
