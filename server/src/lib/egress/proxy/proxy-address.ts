import { EgressError } from "../egress-error.ts";
import { inspectUrl } from "../url-shape.ts";

/** A proxy as its URL names it. */
export interface ProxyAddress {
  readonly kind: "http" | "socks5";
  /** The connection with the proxy itself is TLS (`https://`). */
  readonly isTls: boolean;
  /** Names are looked up here and the proxy gets a checked address (`socks5://`); else the proxy looks them up. */
  readonly resolvesHere: boolean;
  /** Scheme, host and port as the egress policy checks them: `http://proxy.example.com:1080`. Without user name. */
  readonly origin: string;
  readonly host: string;
  readonly credentials: ProxyCredentials | undefined;
}

export interface ProxyCredentials {
  readonly username: string;
  readonly password: string;
}

const SCHEMES: Readonly<
  Record<string, Pick<ProxyAddress, "kind" | "isTls" | "resolvesHere"> & { port: number }>
> = {
  "http:": { kind: "http", isTls: false, resolvesHere: false, port: 80 },
  "https:": { kind: "http", isTls: true, resolvesHere: false, port: 443 },
  "socks5:": { kind: "socks5", isTls: false, resolvesHere: true, port: 1080 },
  "socks5h:": { kind: "socks5", isTls: false, resolvesHere: false, port: 1080 },
};

/** Both fields of SOCKS5's password exchange have a length of one byte. */
const MAX_CREDENTIAL_BYTES = 255;

/** Reads `socks5h://user:password@host:port` and the like. Throws EgressError, which never tells the URL's user info. */
export function readProxyAddress(text: string): ProxyAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const scheme = url && SCHEMES[url.protocol];
  if (!url || !scheme || url.search !== "" || url.hash !== "" || !["", "/"].includes(url.pathname))
    throw new EgressError("egress.proxy-invalid", "");
  const { port: usualPort, ...facts } = scheme;
  // Hosts of other schemes than http are not brought into their canonical form by the parser.
  const plain = `${facts.isTls ? "https" : "http"}://${url.hostname}:${url.port || usualPort}`;
  const inspected = inspectUrl(plain, "channel");
  if (typeof inspected === "string") throw new EgressError(inspected, url.hostname);
  const { host } = inspected;
  return { ...facts, host, origin: inspected.url.origin, credentials: credentialsOf(url) };
}

function credentialsOf(url: URL): ProxyCredentials | undefined {
  if (url.username === "" && url.password === "") return undefined;
  const credentials = { username: decoded(url.username), password: decoded(url.password) };
  for (const part of Object.values(credentials))
    if (Buffer.byteLength(part) > MAX_CREDENTIAL_BYTES) throw new EgressError("egress.proxy-invalid", "");
  return credentials;
}

/** A password that holds a bare percent sign is meant as it stands. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
