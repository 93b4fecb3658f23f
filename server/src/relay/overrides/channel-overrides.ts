import { isObject } from "@tollgate/contract/json-object";
import type { UpstreamDialect } from "../formats/chat/chat-dialect.ts";
import type { ClientOperation } from "../formats/client-request.ts";
import { compileHeaderOverride } from "./header-override.ts";
import type { OverrideCall } from "./override-call.ts";
import type { JsonBody } from "./override-path.ts";
import { compileParamOverride } from "./param-override.ts";
import type { OverrideRefusal } from "./param-override.ts";
import { addSystemPrompt, readSystemPrompt } from "./system-prompt.ts";

/** An upstream request, before and after a channel's overrides. */
export interface OverriddenRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
}

export interface OverrideFacts extends OverrideCall {
  readonly operation: ClientOperation;
  readonly dialect: UpstreamDialect;
}

/** What a channel's extra settings change of its calls. */
export interface ChannelOverrides {
  /** A client of the upstream's dialect gets its bytes through as they are, its model's name too. */
  readonly passesBody: boolean;
  /** Answers are written anew in the client's dialect, even if the upstream speaks it. */
  readonly forcesFormat: boolean;
  /** Clients of OpenAI's chat dialect get thoughts as a part of the text. */
  readonly thinkingToContent: boolean;
  /** The request as it is sent, or what is answered in its place. */
  apply(
    request: OverriddenRequest,
    facts: OverrideFacts,
  ): { request: OverriddenRequest } | { refusal: OverrideRefusal };
}

type Setting = Readonly<Record<string, unknown>>;

/** By setting as the routing table has it: a changed channel has another object. */
const known = new WeakMap<Setting, ChannelOverrides | typeof NONE>();
const NONE = Symbol("no overrides");

/** Undefined for a channel whose setting changes nothing, which is most of them. */
export function overridesOf(setting: Setting): ChannelOverrides | undefined {
  let overrides = known.get(setting);
  if (overrides === undefined) known.set(setting, (overrides = compile(setting) ?? NONE));
  return overrides === NONE ? undefined : overrides;
}

function compile(setting: Setting): ChannelOverrides | undefined {
  const passesBody = setting["pass_through_body_enabled"] === true;
  const forcesFormat = setting["force_format"] === true;
  const thinkingToContent = setting["thinking_to_content"] === true;
  const prompt = readSystemPrompt(setting);
  const changeParameters = compileParamOverride(setting["param_override"]);
  const changeHeaders = compileHeaderOverride(setting["header_override"]);
  const changesBody = !passesBody && (prompt !== undefined || changeParameters !== undefined);
  const changesAnswers = forcesFormat || thinkingToContent;
  if (!passesBody && !changesAnswers && !changesBody && !changeHeaders) return undefined;
  return {
    passesBody,
    forcesFormat,
    thinkingToContent,
    apply(request, facts) {
      const headers = { ...request.headers };
      changeHeaders?.({ headers }, facts);
      if (!changesBody) return { request: { headers, body: request.body } };
      const draft = { headers, body: bodyOf(request.body) };
      if (prompt && facts.operation === "chat") addSystemPrompt(facts.dialect, draft.body, prompt);
      const refusal = changeParameters?.(draft, facts);
      return refusal ? { refusal } : { request: { headers, body: JSON.stringify(draft.body) } };
    },
  };
}

const decoder = new TextDecoder();

/** Bodies have been read as JSON objects on their way in. */
function bodyOf(body: Uint8Array | string): JsonBody {
  const value: unknown = JSON.parse(typeof body === "string" ? body : decoder.decode(body));
  return isObject(value) ? value : {};
}
