import { useCallback, useMemo } from "react";
import type { OptionKey } from "@tollgate/contract/options";
import {
  draftOf,
  fieldText,
  type OptionChanges,
  type OptionDraft,
  type OptionTexts,
} from "./option-draft.ts";

/** Changes that live with the settings' screen, so that they outlast a change of tab. */
export interface OptionChangesState {
  changes: OptionChanges;
  setChanges: (change: (before: OptionChanges) => OptionChanges) => void;
}

export interface OptionEditing {
  draft: OptionDraft;
  changes: OptionChanges;
  setText: (key: OptionKey, text: string) => void;
  /** Goes back to what is saved. */
  discard: () => void;
}

/** Edited options over the saved ones; nothing is saved yet. */
export function useOptionEditing(
  saved: OptionTexts,
  { changes, setChanges }: OptionChangesState,
): OptionEditing {
  const draft = useMemo(() => draftOf(saved, changes), [saved, changes]);
  const setText = useCallback(
    (key: OptionKey, text: string) => setChanges((before) => withText(before, key, text, saved[key] ?? "")),
    [saved, setChanges],
  );
  return {
    draft,
    changes,
    setText,
    discard: () => setChanges(() => ({})),
  };
}

/** The changes with one more text; typing what is saved takes the change back. */
function withText(before: OptionChanges, key: OptionKey, text: string, saved: string): OptionChanges {
  const { [key]: change, ...others } = before;
  return text === fieldText(key, saved)
    ? others
    : { ...others, [key]: { text, base: change?.base ?? saved } };
}
