import { useState } from "react";
import { classNames } from "../../lib/class-names.ts";
import { useDebouncedCallback } from "../../lib/debounced-callback.ts";
import { SearchInput } from "../input.tsx";

interface FilterInputProps {
  label: string;
  /** What the list is filtered by now. */
  value: string;
  onCommit: (value: string) => void;
  className?: string;
}

const SETTLED_AFTER_MS = 400;

/** A filter box that searches once typing has settled, or on Enter. */
export function FilterInput({ label, value, onCommit, className }: FilterInputProps) {
  const [typed, setTyped] = useState<string>();
  const { call, flush } = useDebouncedCallback((text: string) => {
    setTyped(undefined);
    onCommit(text.trim());
  }, SETTLED_AFTER_MS);
  return (
    <form
      role="search"
      aria-label={label}
      className={classNames("w-full sm:w-56", className)}
      onSubmit={(event) => {
        event.preventDefault();
        flush();
      }}
    >
      <SearchInput
        label={label}
        value={typed ?? value}
        onValueChange={(text) => {
          setTyped(text);
          call(text);
        }}
      />
    </form>
  );
}
