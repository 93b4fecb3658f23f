import { isAbsolute } from "node:path";
import ipaddr from "ipaddr.js";
import { secretKeyRequirement } from "../secrets/secret-key-strength.ts";

/** Either the value, or what the text must be, to follow "PORT must be ". */
export type Parsed<Value> = { readonly value: Value } | { readonly mustBe: string };
export type Parse<Value> = (text: string) => Parsed<Value>;

export function wholeNumber(min: number, max: number): Parse<number> {
  return (text) => {
    const number = /^\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN;
    return number >= min && number <= max
      ? { value: number }
      : { mustBe: `a whole number between ${min} and ${max}` };
  };
}

/** Whole numbers of a unit, such as seconds, kept as a smaller one, such as milliseconds. */
export function scaled(unit: string, factor: number, min: number, max: number): Parse<number> {
  const parse = wholeNumber(min, max);
  return (text) => {
    const parsed = parse(text);
    return "value" in parsed
      ? { value: parsed.value * factor }
      : { mustBe: `a whole number of ${unit} between ${min} and ${max}` };
  };
}

const SWITCH_WORDS: Readonly<Record<string, boolean>> = {
  true: true,
  false: false,
  "1": true,
  "0": false,
  yes: true,
  no: false,
  on: true,
  off: false,
};

export const onOrOff: Parse<boolean> = (text) => {
  const value = SWITCH_WORDS[text.trim().toLowerCase()];
  return value === undefined ? { mustBe: "true or false" } : { value };
};

export function oneOf<Word extends string>(...words: readonly Word[]): Parse<Word> {
  return (text) => {
    const value = words.find((word) => word === text.trim().toLowerCase());
    return value === undefined ? { mustBe: `one of ${words.join(", ")}` } : { value };
  };
}

export const hostToListenOn: Parse<string> = (text) => {
  const host = text.trim().replace(/^\[(.*)\]$/, "$1");
  const isName = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(host) && !/^[\d.]+$/.test(host);
  return isName || isPlainAddress(host) ? { value: host } : { mustBe: "an IP address or a host name" };
};

export const folder: Parse<string> = (text) =>
  text.trim() === "" || text.includes("\0") ? { mustBe: "a folder" } : { value: text };

export const rootPassword: Parse<string | null> = (text) => {
  const length = Array.from(text).length;
  return length >= 8 && length <= 20 ? { value: text } : { mustBe: "8 to 20 characters long" };
};

export const secretKey: Parse<string | null> = (text) => {
  const requirement = secretKeyRequirement(text);
  return requirement === null ? { value: text } : { mustBe: requirement };
};

/** A PostgreSQL address; null for the built-in SQLite. */
export const postgresUrl: Parse<string | null> = (text) => {
  const dsn = text.trim();
  if (dsn === "" || dsn === "local") return { value: null };
  if (!/^postgres(ql)?:\/\//i.test(dsn)) {
    return { mustBe: 'a postgres:// address, or "local" for the built-in SQLite (MySQL is not supported)' };
  }
  const hasDatabase = URL.canParse(dsn) && new URL(dsn).pathname.length > 1;
  return hasDatabase
    ? { value: dsn }
    : {
        mustBe:
          "a whole address such as postgres://user:password@host:5432/database, special characters percent-encoded",
      };
};

export const redisUrl: Parse<string | null> = (text) => {
  const url = text.trim();
  const isWhole = /^rediss?:\/\//i.test(url) && URL.canParse(url) && new URL(url).hostname !== "";
  return isWhole ? { value: url } : { mustBe: "an address such as redis://:password@host:6379/0" };
};

export const sqliteFile: Parse<string> = (text) => {
  const path = text.trim();
  const isFile = /^[^?*\0]+$/.test(path) && !/[/\\]$/.test(path) && !path.startsWith(":");
  const staysInside = isAbsolute(path) || !path.split(/[/\\]/).includes("..");
  return isFile && staysInside
    ? { value: path }
    : { mustBe: 'a file in the data directory or an absolute path, without "?" options' };
};

/** A comma-separated list of addresses and ranges, each as a range (`10.1.2.3/32`). */
export const addressRanges: Parse<readonly string[]> = (text) => {
  const ranges: string[] = [];
  for (const part of text.split(",")) {
    const entry = part.trim();
    if (entry === "") continue;
    if (isPlainAddress(entry)) ranges.push(`${entry}/${entry.includes(":") ? 128 : 32}`);
    else if (isPlainRange(entry)) ranges.push(entry);
    else return { mustBe: "a comma-separated list of IP addresses and ranges such as 10.0.0.0/8" };
  }
  return { value: ranges };
};

/** Only the usual spelling: `ipaddr.js` alone would also take 0x7f.1 and 10. */
function isPlainAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(":") && ipaddr.IPv6.isValid(text));
}

function isPlainRange(text: string): boolean {
  return (
    ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || (text.includes(":") && ipaddr.IPv6.isValidCIDR(text))
  );
}
