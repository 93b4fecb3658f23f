import type { BodyOf, DataOf, Endpoint, QueryOf, TopOf } from "@tollgate/contract/endpoint";
import type { Envelope } from "@tollgate/contract/envelope";
import i18next from "i18next";
import * as z from "zod/mini";
import { currentLanguage } from "../i18n/i18n.ts";
import { sessionUser } from "../session/session-user.ts";
import { ApiError } from "./api-error.ts";

// The content security policy allows no eval, so zod must not try to compile its parsers.
z.config({ jitless: true });

/** What a call takes besides its endpoint; parts that the endpoint does not have are left out. */
export interface CallInput<E extends Endpoint> {
  /** The `:id` of the path. */
  id?: number;
  /** Decoded form: the contract's codecs make the wire's. */
  query?: QueryOf<E>;
  body?: BodyOf<E>;
  signal?: AbortSignal;
}

/** Calls an endpoint of the contract and answers its data. Throws an ApiError for anything but success. */
export async function call<const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
): Promise<DataOf<E>> {
  return (await callWhole(endpoint, input)).data;
}

/** Like `call`, with the fields that stand beside `data` in the envelope. */
export async function callWhole<const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
): Promise<{ data: DataOf<E>; top: TopOf<E> }> {
  const response = await send(endpoint, input);
  if (!response.ok) throw statusError(response, await readMessage(response));
  const envelope = await readEnvelope(response);
  if (!envelope.success) throw new ApiError("refused", envelope.message, envelope.code);
  return {
    // `decode` answers the schema's output type; without a schema there is nothing to answer.
    data: decode(endpoint.shapes.data, envelope.data) as DataOf<E>,
    top: decode(endpoint.shapes.top, envelope) as TopOf<E>,
  };
}

async function send<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Response> {
  const { shapes, method, path } = endpoint;
  const headers = new Headers({ "Cache-Control": "no-store", "Accept-Language": currentLanguage() });
  const user = sessionUser.get();
  if (user !== undefined) headers.set("New-Api-User", String(user.id));
  const init: RequestInit = { method, headers, credentials: "same-origin", cache: "no-store" };
  if (shapes.body !== undefined && input.body !== undefined) {
    headers.set("Content-Type", "application/json");
    init.body = JSON.stringify(z.encode(shapes.body, input.body));
  }
  if (input.signal !== undefined) init.signal = input.signal;
  const address = path.replace(":id", String(input.id)) + queryText(shapes.query, input.query);
  try {
    return await fetch(address, init);
  } catch (error) {
    if (input.signal?.aborted === true) throw error;
    throw new ApiError("network", i18next.t("errors:network"));
  }
}

function queryText(schema: z.ZodMiniType | undefined, query: unknown): string {
  if (schema === undefined || query === undefined) return "";
  const wire: unknown = z.encode(schema, query);
  const entries = Object.entries(wire ?? {}).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}

async function readEnvelope(response: Response): Promise<Envelope> {
  try {
    const value: unknown = await response.json();
    if (typeof value === "object" && value !== null && "success" in value) {
      // Only `success` decides; `message` is always there by the contract, and data is decoded below.
      return { message: "", ...value } as Envelope;
    }
  } catch {
    // Not JSON: the same as an answer without `success`.
  }
  throw new ApiError("shape", i18next.t("errors:shape"));
}

/** The message of an answer that is not 2xx; the status text when it has none. */
async function readMessage(response: Response): Promise<string> {
  try {
    return (await readEnvelope(response)).message || response.statusText;
  } catch {
    return response.statusText || String(response.status);
  }
}

function statusError(response: Response, message: string): ApiError {
  switch (response.status) {
    case 401:
      return new ApiError("expired", i18next.t("errors:expired"));
    case 429:
      return new ApiError("too-many-requests", i18next.t("errors:tooManyRequests"));
    case 500:
      return new ApiError("server", i18next.t("errors:server"));
    case 405:
      return new ApiError("demo", i18next.t("errors:demo"));
    default:
      return new ApiError("other", i18next.t("errors:other", { message }));
  }
}

function decode(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = z.safeParse(schema, value);
  if (!result.success) throw new ApiError("shape", i18next.t("errors:shape"));
  return result.data;
}
