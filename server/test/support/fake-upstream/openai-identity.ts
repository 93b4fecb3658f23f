import { member } from './json-value.ts';

/** A fresh id with the vendor's prefix, such as `chatcmpl-`. */
export function newOpenAiId(prefix: string): string {
  return prefix + crypto.randomUUID().replaceAll('-', '');
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** 0 … n-1 for a request that asks for `n` answers. */
export function choiceIndexes(json: unknown): readonly number[] {
  const count = member(json, 'n');
  return Array.from({ length: typeof count === 'number' ? count : 1 }, (_, index) => index);
}
