/** A map that remembers what was asked for lately: twice its generation's size, and twice what must be kept. */
export interface RecentMap<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  delete(key: Key): void;
  clear(): void;
  /** Every entry, once. */
  entries(): Iterable<[Key, Value]>;
}

/**
 * Two generations: what is asked for moves to the young one; when that is full it becomes the old one, and what nobody
 * has asked for since the last time is dropped, except what `mustKeep`. A hit costs one look-up, where a list in the
 * order of use would be rewritten each time.
 */
export function createRecentMap<Key, Value>(
  generationSize: number,
  mustKeep: (value: Value) => boolean = () => false,
): RecentMap<Key, Value> {
  let young = new Map<Key, Value>();
  let old = new Map<Key, Value>();
  /** When the young one is full: with room beside what must be kept, or each new entry would look through all of that. */
  let fullSize = generationSize;

  const set = (key: Key, value: Value) => {
    if (young.size >= fullSize && !young.has(key)) {
      const kept = new Map<Key, Value>();
      for (const [oldKey, oldValue] of old)
        if (mustKeep(oldValue) && !young.has(oldKey)) kept.set(oldKey, oldValue);
      old = young;
      young = kept;
      fullSize = Math.max(generationSize, 2 * kept.size);
    }
    young.set(key, value);
  };

  return {
    get(key) {
      const known = young.get(key);
      if (known !== undefined) return known;
      const value = old.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    delete(key) {
      young.delete(key);
      old.delete(key);
    },
    clear() {
      young.clear();
      fullSize = generationSize;
      old.clear();
    },
    entries: () => new Map([...old, ...young]).entries(),
  };
}
