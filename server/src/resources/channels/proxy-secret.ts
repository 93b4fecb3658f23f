import { isJsonObject } from "@tollgate/contract/codecs";
import { AppError } from "../../lib/app-error.ts";
import { withMembers } from "../../lib/json-members.ts";
import type { SecretKeys } from "../../secrets/secret-keys.ts";

type Vault = Pick<SecretKeys, "vault">;

/** Stands for a password that is not shown; sent back, it means the stored one. */
const MASK = "********";
/** Begins a password that is sealed. Those of older databases are not. */
const SEALED = "sealed.";

/**
 * Extra settings as they are stored: the password in the proxy's URL is sealed, bound to the proxy and its user. A masked
 * one is that of `stored`, if the proxy and its user are the same. Throws AppError `channel.proxy-password-required`
 * where they are not: else a password could be sent to another place than it was given for.
 */
export function sealProxy({ vault }: Vault, settingText: string, stored = ""): string {
  const url = proxyUrlIn(settingText);
  if (url === undefined || url.password === "") return settingText;
  if (url.password !== MASK)
    return withPassword(settingText, url, SEALED + vault.encrypt(url.password, contextOf(url)));
  const known = proxyUrlIn(stored);
  if (known === undefined || known.password === "" || contextOf(known) !== contextOf(url))
    throw new AppError("channel.proxy-password-required");
  // One from before passwords were sealed is sealed now.
  const restored = withPassword(settingText, url, known.password);
  return sealedIn(known) === undefined ? sealProxy({ vault }, restored) : restored;
}

/** Extra settings as they are answered: without the password. */
export function maskProxy(settingText: string): string {
  const url = proxyUrlIn(settingText);
  return url === undefined || url.password === "" ? settingText : withPassword(settingText, url, MASK);
}

/**
 * The proxy's URL with its password in plain text; undefined for none. What is no URL comes as it is, for calls to fail
 * on: a channel that is to use a proxy never goes without. Throws SecretError when the password cannot be opened,
 * AppError `channel.proxy-password-required` when it is masked.
 */
export function openProxy({ vault }: Vault, settingText: string): string | undefined {
  const value = proxyIn(settingText);
  if (value === undefined || value === null || value === "") return undefined;
  const url = urlOf(value);
  if (url === undefined) return String(value);
  if (url.password === MASK) throw new AppError("channel.proxy-password-required");
  const sealed = sealedIn(url);
  // With the escapes of a URL, as it was given.
  if (sealed !== undefined) url.password = vault.decrypt(sealed, contextOf(url));
  return url.href;
}

function proxyIn(settingText: string): unknown {
  if (!isJsonObject(settingText)) return undefined;
  // The check before has made sure of the shape.
  return (JSON.parse(settingText) as Record<string, unknown>)["proxy"];
}

function proxyUrlIn(settingText: string): URL | undefined {
  return urlOf(proxyIn(settingText));
}

function urlOf(value: unknown): URL | undefined {
  return typeof value === "string" && URL.canParse(value) ? new URL(value) : undefined;
}

/** Every other byte of the text stays. */
function withPassword(settingText: string, url: URL, password: string): string {
  const changed = new URL(url);
  changed.password = password;
  return withMembers(settingText, { proxy: JSON.stringify(changed.href.replace(/\/$/, "")) });
}

function contextOf({ protocol, username, host }: URL): string {
  return `channels.proxy:${protocol}//${username}@${host}`;
}

/** The sealed password in a URL, whose escapes are undone. */
function sealedIn({ password }: URL): string | undefined {
  return password.startsWith(SEALED) ? decodeURIComponent(password.slice(SEALED.length)) : undefined;
}
