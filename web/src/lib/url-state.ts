import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";

/** How one piece of state stands in the address: absent means the fallback. */
export interface UrlParam<Value> {
  read(text: string | undefined): Value;
  write(value: Value): string | undefined;
}
type UrlParams = Record<string, UrlParam<unknown>>;
export type UrlValues<Params extends UrlParams> = {
  [Name in keyof Params]: Params[Name] extends UrlParam<infer Value> ? Value : never;
};

export function textParam(): UrlParam<string> {
  return { read: (text) => text ?? "", write: (value) => (value === "" ? undefined : value) };
}

/** A whole number from `least` on. */
export function intParam(fallback: number, least = 0): UrlParam<number> {
  return {
    read(text) {
      const value = text === undefined || !/^-?\d{1,15}$/.test(text) ? fallback : Number(text);
      return value < least ? fallback : value;
    },
    write: (value) => (value === fallback ? undefined : String(value)),
  };
}

/** A whole number or nothing: times, ids. */
export function optionalIntParam(): UrlParam<number | undefined> {
  return {
    read: (text) => (text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined),
    write: (value) => (value === undefined ? undefined : String(value)),
  };
}

export function flagParam(): UrlParam<boolean> {
  return { read: (text) => text === "1" || text === "true", write: (value) => (value ? "1" : undefined) };
}

/**
 * State that lives in the address, so that a view can be shared and the browser's back button works. `change` takes a
 * part of it; `replace` keeps the history short while someone types.
 */
export function useUrlState<Params extends UrlParams>(
  params: Params,
): [UrlValues<Params>, (part: Partial<UrlValues<Params>>, how?: { replace?: boolean }) => void] {
  // The router is built from a table of screens, so the search is typed here, by `params`, and not there.
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  const values = useMemo(() => {
    const entries = Object.entries(params).map(([name, param]) => [name, param.read(search[name])]);
    // The entries are exactly those of `params`.
    return Object.fromEntries(entries) as UrlValues<Params>;
  }, [params, search]);
  const change = useCallback(
    (part: Partial<UrlValues<Params>>, how: { replace?: boolean } = {}) => {
      const written = Object.entries(part).map(([name, value]) => [name, params[name]?.write(value)]);
      void navigate({
        to: ".",
        search: (before: Record<string, unknown>) => ({ ...before, ...Object.fromEntries(written) }),
        replace: how.replace ?? false,
      });
    },
    [navigate, params],
  );
  return [values, change];
}

/** The address's search as plain texts: `?p=2&keyword=007` stays readable and "007" stays a text. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}
