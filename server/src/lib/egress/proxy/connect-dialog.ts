import { createAnswerParser, feedAnswer } from "../http-client/answer-parser.ts";
import type { AnswerHead } from "../http-client/answer-head.ts";
import { UpstreamFault } from "../upstream-fault.ts";
import type { ProxyCredentials } from "./proxy-address.ts";
import type { ProxyDialog, ProxyTarget } from "./proxy-dialog.ts";

/** Asks an HTTP proxy for a connection (`CONNECT`), the password as Basic. Source: RFC 9110, section 9.3.6. */
export function connectDialog(target: ProxyTarget, credentials: ProxyCredentials | undefined): ProxyDialog {
  const place = `${target.host.includes(":") ? `[${target.host}]` : target.host}:${target.port}`;
  const lines = [`CONNECT ${place} HTTP/1.1`, `host: ${place}`, "user-agent: Tollgate"];
  if (credentials)
    lines.push(
      `proxy-authorization: Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString("base64")}`,
    );
  // Like the answer to HEAD: what opens the connection has no body, whatever its headers say.
  const parser = createAnswerParser(true);
  return {
    opening: Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"),
    feed(data) {
      try {
        feedAnswer(parser, data);
      } catch {
        throw new UpstreamFault("proxy-invalid", "the proxy does not answer as an HTTP proxy");
      }
      if (parser.head === undefined) return "wait";
      checkStatus(parser.head);
      if (parser.hasExcess)
        throw new UpstreamFault("proxy-invalid", "the proxy sent something before it was spoken to");
      return "open";
    },
  };
}

function checkStatus({ status }: AnswerHead): void {
  if (status >= 200 && status < 300) return;
  if (status === 407)
    throw new UpstreamFault("proxy-auth", "the proxy wants another user name or password (HTTP 407)");
  throw new UpstreamFault("proxy-refused", `it does not connect to the upstream (HTTP ${status})`);
}
