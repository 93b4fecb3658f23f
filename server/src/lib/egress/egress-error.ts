/** Whose address it is: an administrator's channel, or something a user typed (webhooks, media). */
export type EgressKind = "channel" | "user";

const REASONS = {
  "egress.url-invalid": "not a complete http or https address",
  "egress.scheme-refused": "only http and https are allowed",
  "egress.userinfo-refused": "user name and password are not allowed in an address",
  "egress.port-refused": "this port is not allowed",
  "egress.metadata-refused": "cloud metadata and link-local addresses are not allowed",
  "egress.address-refused": "this address is not reachable from here by policy",
  "egress.name-unresolved": "the host name has no address",
  "egress.proxy-invalid": "the proxy's address is not one",
  "egress.redirect-refused": "the server redirects to another place, which is not followed",
} as const;

export type EgressErrorCode = keyof typeof REASONS;

const REASONS_ZH: Readonly<Record<EgressErrorCode, string>> = {
  "egress.url-invalid": "不是完整的 http 或 https 地址",
  "egress.scheme-refused": "只支持 http 和 https",
  "egress.userinfo-refused": "地址中不能包含用户名和密码",
  "egress.port-refused": "不允许使用该端口",
  "egress.metadata-refused": "不允许访问云元数据地址和链路本地地址",
  "egress.address-refused": "安全策略不允许访问该地址",
  "egress.name-unresolved": "该主机名没有对应的地址",
  "egress.proxy-invalid": "代理地址无效",
  "egress.redirect-refused": "服务器要求重定向到其他位置，不予跟随",
};

/** The reason for a code as people read it, in both languages. */
export function egressReasons(code: EgressErrorCode): { zh: string; en: string } {
  return { zh: REASONS_ZH[code], en: REASONS[code] };
}

/** The reason for a code as a short English phrase, without the address. */
export function egressReason(code: EgressErrorCode): string {
  return REASONS[code];
}

/** An outgoing request that policy does not allow. Nothing was sent, except for a refused redirect's first request. */
export class EgressError extends Error {
  override readonly name = "EgressError";
  readonly code: EgressErrorCode;
  /** Host in question, without path or query, which may hold keys; empty when there is none. */
  readonly host: string;

  constructor(code: EgressErrorCode, host: string) {
    super(host === "" ? REASONS[code] : `${host}: ${REASONS[code]}`);
    this.code = code;
    this.host = host;
  }
}
