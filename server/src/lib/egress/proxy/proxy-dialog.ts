/** What is said to a proxy before a connection through it is open. Bytes may arrive in pieces of any size. */
export interface ProxyDialog {
  /** Sent first. */
  readonly opening: Uint8Array;
  /**
   * Takes what arrived. Throws UpstreamFault: `proxy-auth`, `proxy-refused`, or `proxy-invalid` for anything else than
   * the expected reply, bytes behind it included: no upstream speaks first.
   */
  feed(data: Buffer): DialogStep;
}

/** `send`: the next thing to say. `open`: what follows belongs to the target. */
export type DialogStep = { readonly send: Uint8Array } | "wait" | "open";

/** Whom a connection through a proxy is for: an address or a name, without brackets. */
export interface ProxyTarget {
  readonly host: string;
  readonly port: number;
}
