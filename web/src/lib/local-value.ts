import { useSyncExternalStore } from "react";

/** One preference that the browser keeps and every part of the console sees change. */
export interface LocalValue<Value> {
  get(): Value;
  /** `undefined` forgets the stored value, so that the fallback counts again. */
  set(value: Value | undefined): void;
  subscribe(listener: () => void): () => void;
}

/**
 * A value in localStorage under `key`. `read` turns the stored text into a value, or undefined when it makes no sense
 * (another version of the console may have written it). Works, without remembering, where storage is refused.
 */
export function createLocalValue<Value>(
  key: string,
  fallback: Value,
  read: (text: string) => Value | undefined,
  write: (value: Value) => string = String,
): LocalValue<Value> {
  const listeners = new Set<() => void>();
  const parse = (text: string | null) => (text === null ? undefined : read(text)) ?? fallback;
  let text = readStorage(key);
  let current = parse(text);
  const notify = () => listeners.forEach((listener) => listener());
  globalThis.addEventListener?.("storage", (event) => {
    if (event.key !== key || event.newValue === text) return;
    text = event.newValue;
    current = parse(text);
    notify();
  });
  return {
    get: () => current,
    set(value) {
      current = value ?? fallback;
      text = value === undefined ? null : write(value);
      writeStorage(key, text);
      notify();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The value, rendered again when it changes. */
export function useLocalValue<Value>(source: LocalValue<Value>): Value {
  return useSyncExternalStore(source.subscribe, source.get, source.get);
}

/** A value stored as JSON; anything that `accept` refuses counts as absent. */
export function createLocalJson<Value>(
  key: string,
  fallback: Value,
  accept: (value: unknown) => Value | undefined,
): LocalValue<Value> {
  const read = (text: string) => {
    try {
      return accept(JSON.parse(text));
    } catch {
      return undefined;
    }
  };
  return createLocalValue(key, fallback, read, (value) => JSON.stringify(value));
}

/** One of a few words. */
export function createLocalChoice<const Word extends string>(
  key: string,
  words: readonly Word[],
  fallback: Word,
): LocalValue<Word> {
  return createLocalValue<Word>(key, fallback, (text) => words.find((word) => word === text));
}

function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeStorage(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Storage is full or refused: the choice holds until the page is closed.
  }
}
