import ipaddr from "ipaddr.js";
import { UpstreamFault } from "../upstream-fault.ts";
import type { ProxyCredentials } from "./proxy-address.ts";
import type { DialogStep, ProxyDialog, ProxyTarget } from "./proxy-dialog.ts";

const VERSION = 5;
const PASSWORD_VERSION = 1;
const WITHOUT_PASSWORD = 0;
const WITH_PASSWORD = 2;
const NO_METHOD = 255;
const CONNECT = 1;
const IPV4 = 1;
const NAME = 3;
const IPV6 = 4;

/** What the second byte of a reply means. */
const REFUSALS: readonly string[] = [
  "",
  "the proxy failed",
  "the proxy's rules forbid the connection",
  "the proxy cannot reach the upstream's network",
  "the proxy cannot reach the upstream",
  "the upstream refused its connection",
  "the proxy's connection timed out",
  "the proxy does not know the command",
  "the proxy does not know this type of address",
];

type Phase = "greeting" | "password" | "reply";

/** Asks a SOCKS5 proxy for a connection, with a password where it wants one. Source: RFC 1928, RFC 1929. */
export function socks5Dialog(target: ProxyTarget, credentials: ProxyCredentials | undefined): ProxyDialog {
  const methods = credentials ? [WITHOUT_PASSWORD, WITH_PASSWORD] : [WITHOUT_PASSWORD];
  let phase: Phase = "greeting";
  let pending = Buffer.alloc(0);

  /** The whole message of this phase, or undefined while it is not all there. */
  function take(): Buffer | undefined {
    const length = phase === "reply" ? replyLength(pending) : 2;
    if (length === undefined || pending.length < length) return undefined;
    if (pending.length > length) throw invalid("the proxy sent something before it was spoken to");
    const message = pending;
    pending = Buffer.alloc(0);
    return message;
  }

  function next(message: Buffer): DialogStep {
    if (phase === "greeting") {
      phase = methodOf(message, methods) === WITH_PASSWORD ? "password" : "reply";
      return { send: phase === "password" ? passwordMessage(credentials) : requestMessage(target) };
    }
    if (phase === "password") {
      if (message[1] !== 0)
        throw new UpstreamFault("proxy-auth", "the proxy wants another user name or password");
      phase = "reply";
      return { send: requestMessage(target) };
    }
    return "open";
  }

  return {
    opening: Buffer.from([VERSION, methods.length, ...methods]),
    feed(data) {
      pending = Buffer.concat([pending, data]);
      const expected = phase === "password" ? PASSWORD_VERSION : VERSION;
      if (pending.length > 0 && pending[0] !== expected)
        throw invalid("the proxy does not answer as a SOCKS5 proxy");
      const message = take();
      return message === undefined ? "wait" : next(message);
    },
  };
}

function methodOf(message: Buffer, offered: readonly number[]): number {
  const method = message[1] ?? NO_METHOD;
  if (offered.includes(method)) return method;
  if (method === NO_METHOD || method === WITH_PASSWORD)
    throw new UpstreamFault("proxy-auth", "the proxy takes none of the ways to sign in");
  throw invalid("the proxy chose a way to sign in that was not offered");
}

function passwordMessage(credentials: ProxyCredentials | undefined): Uint8Array {
  const parts = [credentials?.username ?? "", credentials?.password ?? ""].map((text) => Buffer.from(text));
  return Buffer.concat([
    Buffer.from([PASSWORD_VERSION]),
    ...parts.flatMap((part) => [Buffer.from([part.length]), part]),
  ]);
}

function requestMessage({ host, port }: ProxyTarget): Uint8Array {
  return Buffer.from([VERSION, CONNECT, 0, ...addressBytes(host), port >> 8, port & 255]);
}

function addressBytes(host: string): number[] {
  if (ipaddr.IPv4.isValidFourPartDecimal(host)) return [IPV4, ...ipaddr.IPv4.parse(host).toByteArray()];
  if (ipaddr.IPv6.isValid(host)) return [IPV6, ...ipaddr.IPv6.parse(host).toByteArray()];
  return [NAME, host.length, ...Buffer.from(host, "latin1")];
}

/** How long a reply is, once enough of it is there to know. Throws for one that says no. */
function replyLength(bytes: Buffer): number | undefined {
  const [, result, , type, first] = bytes;
  if (result === undefined) return undefined;
  // Some proxies close behind the first bytes of a refusal.
  if (result !== 0)
    throw new UpstreamFault("proxy-refused", REFUSALS[result] ?? `the proxy refuses (${result})`);
  if (type === undefined) return undefined;
  if (type === IPV4) return 10;
  if (type === IPV6) return 22;
  if (type !== NAME) throw invalid("the proxy's reply has an unknown type of address");
  return first === undefined ? undefined : 7 + first;
}

function invalid(message: string): UpstreamFault {
  return new UpstreamFault("proxy-invalid", message);
}
