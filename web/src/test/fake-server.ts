import type { DataOf, Endpoint, QueryOf, BodyOf, TopOf } from "@tollgate/contract/endpoint";
import { ENDPOINTS } from "@tollgate/contract/endpoints";
import { errorText, isErrorCode, type ErrorCode } from "@tollgate/contract/errors";
import * as z from "zod/mini";

z.config({ jitless: true });

/** A call as the server's handler sees it: checked and decoded by the contract. */
export interface FakeRequest<E extends Endpoint = Endpoint> {
  id: number;
  query: QueryOf<E>;
  body: BodyOf<E>;
  headers: Headers;
}
type Answer<E extends Endpoint> =
  | DataOf<E>
  | FakeTop<TopOf<E>>
  | (undefined extends DataOf<E> ? void : never);
type Handler<E extends Endpoint> = (request: FakeRequest<E>) => Answer<E> | Promise<Answer<E>>;

/** Fields beside `data`. */
class FakeTop<Top> {
  readonly top: Top;
  constructor(top: Top) {
    this.top = top;
  }
}
export const answerTop = <Top>(top: Top) => new FakeTop(top);

/** Thrown by a handler: the server answers success:false with the code's sentence, or a bare HTTP status. */
export class FakeRefusal extends Error {
  readonly code: ErrorCode | undefined;
  readonly httpStatus: number;
  constructor(codeOrMessage: string, httpStatus = 200) {
    super(isErrorCode(codeOrMessage) ? errorText(codeOrMessage, "zh") : codeOrMessage);
    this.code = isErrorCode(codeOrMessage) ? codeOrMessage : undefined;
    this.httpStatus = httpStatus;
  }
}

export interface FakeCall {
  endpoint: Endpoint;
  id: number;
  query: unknown;
  body: unknown;
  headers: Headers;
}

export interface FakeServer {
  /** Every call so far, decoded. */
  calls: FakeCall[];
  /** Calls of one endpoint. */
  callsOf(endpoint: Endpoint): FakeCall[];
  /** What an endpoint does from now on. */
  on<const E extends Endpoint>(endpoint: E, handler: Handler<E>): void;
  /** Stands in for the browser's fetch. */
  fetch(address: string, init?: RequestInit): Promise<Response>;
}

/** A server made of the contract: it refuses what the contract refuses and can answer only what the contract says. */
export function createFakeServer(): FakeServer {
  const handlers = new Map<Endpoint, Handler<Endpoint>>();
  const calls: FakeCall[] = [];
  return {
    calls,
    callsOf: (endpoint) => calls.filter((call) => call.endpoint === endpoint),
    on(endpoint, handler) {
      // The map forgets which endpoint's types a handler has; it is only ever called for that endpoint.
      handlers.set(endpoint, handler as unknown as Handler<Endpoint>);
    },
    async fetch(address, init = {}) {
      if (init.signal?.aborted === true) throw new DOMException("Aborted", "AbortError");
      const found = route(init.method ?? "GET", address);
      if (found === undefined) return json(404, { success: false, message: `no such call: ${address}` });
      const { endpoint, id, search } = found;
      try {
        const query = decodePart(endpoint.shapes.query, Object.fromEntries(search));
        const body = decodePart(
          endpoint.shapes.body,
          init.body === undefined ? undefined : JSON.parse(String(init.body)),
        );
        const headers = new Headers(init.headers);
        calls.push({ endpoint, id, query, body, headers });
        const handler = handlers.get(endpoint);
        if (handler === undefined) throw new FakeRefusal(`fake server: nothing for ${endpoint.path}`);
        // Decoded by the endpoint's own schemas just above.
        const result: unknown = await handler({ id, query, body, headers } as FakeRequest);
        return json(200, { success: true, message: "", ...encodeAnswer(endpoint, result) });
      } catch (error) {
        return refuse(error);
      }
    },
  };
}

function route(method: string, address: string) {
  const url = new URL(address, "http://fake");
  const path = url.pathname.replace(/\/$/, "");
  for (const endpoint of ENDPOINTS.toSorted(
    (a, b) => Number(a.path.includes(":")) - Number(b.path.includes(":")),
  )) {
    const pattern = new RegExp(`^${endpoint.path.replace(":id", "(\\d+)")}$`);
    const match = endpoint.method === method ? pattern.exec(path) : null;
    if (match !== null) return { endpoint, id: Number(match[1] ?? 0), search: url.searchParams };
  }
  return undefined;
}

function decodePart(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  throw new FakeRefusal(result.error.issues[0]?.message ?? "input.invalid");
}

function encodeAnswer(endpoint: Endpoint, result: unknown): object {
  if (result instanceof FakeTop) return endpoint.shapes.top === undefined ? {} : { ...result.top };
  return endpoint.shapes.data === undefined ? {} : { data: z.encode(endpoint.shapes.data, result) };
}

function refuse(error: unknown): Response {
  if (!(error instanceof FakeRefusal)) throw error;
  return json(error.httpStatus, { success: false, message: error.message, code: error.code });
}

function json(status: number, value: unknown): Response {
  return new Response(JSON.stringify(value), { status, headers: { "Content-Type": "application/json" } });
}
