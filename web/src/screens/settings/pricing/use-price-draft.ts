import { useCallback, useMemo, useState } from "react";
import {
  draftOf,
  type PriceChange,
  type PriceChanges,
  type PriceDraft,
  type PriceTexts,
} from "./price-changes.ts";
import { isPriceOption, type PriceOption } from "./price-options.ts";

export interface PriceEditing {
  draft: PriceDraft;
  /** The saved texts that the editing of changed options began with. */
  bases: PriceTexts;
  /** Changes some options; nothing is saved yet. */
  setTexts: (texts: PriceTexts) => void;
  /** Goes back to what is saved: these options, or all. */
  discard: (options?: readonly PriceOption[]) => void;
}

/** Edited texts of the price options over the saved ones. They live as long as the settings' tab does. */
export function usePriceDraft(saved: PriceTexts): PriceEditing {
  const [changes, setChanges] = useState<PriceChanges>({});
  const draft = useMemo(() => draftOf(saved, changes), [saved, changes]);
  const bases = useMemo(() => {
    const entries = Object.entries(changes).map(([option, change]) => [option, change.base]);
    return Object.fromEntries(entries) as PriceTexts;
  }, [changes]);
  const setTexts = useCallback(
    (texts: PriceTexts) =>
      setChanges((before) => {
        const next: Partial<Record<PriceOption, PriceChange>> = { ...before };
        for (const [option, text] of Object.entries(texts)) {
          const base = isPriceOption(option) ? (before[option]?.base ?? saved[option]) : undefined;
          if (isPriceOption(option) && base !== undefined) next[option] = { text, base };
        }
        return next;
      }),
    [saved],
  );
  const discard = useCallback(
    (options?: readonly PriceOption[]) =>
      setChanges((before) =>
        options === undefined
          ? {}
          : Object.fromEntries(
              Object.entries(before).filter(([option]) => !options.some((gone) => gone === option)),
            ),
      ),
    [],
  );
  return { draft, bases, setTexts, discard };
}
