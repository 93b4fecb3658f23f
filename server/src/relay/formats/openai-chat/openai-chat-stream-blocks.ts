/** Numbers of the parts of one streamed choice. A part goes on until another kind of part begins. */
export interface StreamBlocks {
  /** The part of `kind` that is being written: a new one after anything else. */
  current(kind: string): BlockPlace;
  /** The part that a vendor's own key names, wherever it stands. */
  keyed(kind: string, key: string): BlockPlace;
  /** The part being written is the one that `key` names, if it is of `kind` and has no key yet. */
  adopt(kind: string, key: string): void;
}

interface BlockPlace {
  readonly block: number;
  readonly isNew: boolean;
}

export function createStreamBlocks(): StreamBlocks {
  const keys = new Map<string, number>();
  let next = 0;
  let open: { readonly kind: string; readonly block: number; hasKey: boolean } | undefined;
  const begin = (kind: string, hasKey: boolean): number => {
    open = { kind, block: next, hasKey };
    return next++;
  };
  return {
    current(kind) {
      if (open?.kind === kind) return { block: open.block, isNew: false };
      return { block: begin(kind, false), isNew: true };
    },
    keyed(kind, key) {
      const known = keys.get(key);
      if (known !== undefined) return { block: known, isNew: false };
      const block = begin(kind, true);
      keys.set(key, block);
      return { block, isNew: true };
    },
    adopt(kind, key) {
      if (open?.kind !== kind || open.hasKey || keys.has(key)) return;
      open.hasKey = true;
      keys.set(key, open.block);
    },
  };
}
