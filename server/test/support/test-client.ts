import * as z from "zod/mini";
import type { BodyOf, DataOf, Endpoint, QueryOf } from "@tollgate/contract/endpoint";
import type { Method } from "@tollgate/contract/endpoint";

/** What came back from a call of the console's API. Fields of the envelope are absent in answers that have none. */
export interface TestAnswer<Data = unknown> {
  readonly status: number;
  readonly headers: Headers;
  /** The whole answer, parsed; undefined when it is not JSON. */
  readonly json: unknown;
  readonly text: string;
  readonly success: boolean | undefined;
  readonly message: string | undefined;
  readonly code: string | undefined;
  readonly data: Data;
}

export interface CallOptions {
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** Calls an app as one person, without a socket. */
export interface TestClient {
  /** The headers that identify the person; those of a guest are empty. */
  readonly identity: Readonly<Record<string, string>>;
  /** As in `call("PUT /api/token/", { body })`. */
  call(call: `${Method} /${string}`, options?: CallOptions): Promise<TestAnswer>;
  /** Calls an endpoint of the contract with values as handlers see them, and decodes the data. */
  send<E extends Endpoint>(
    endpoint: E,
    input?: { id?: number; query?: QueryOf<E>; body?: BodyOf<E> },
  ): Promise<TestAnswer<DataOf<E>>>;
}

export function createTestClient(
  request: (path: string, init: RequestInit) => Promise<Response>,
  identity: Readonly<Record<string, string>>,
): TestClient {
  const call: TestClient["call"] = async (line, { body, headers = {} } = {}) => {
    const [method = "GET", path = "/"] = line.split(" ", 2);
    const response = await request(path, {
      method,
      headers: {
        ...identity,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return readAnswer(response);
  };

  return {
    identity,
    call,
    async send(endpoint, { id, query, body } = {}) {
      const { method, path, shapes } = endpoint;
      const search = shapes.query && query ? `?${queryText(z.encode(shapes.query, query))}` : "";
      const address = `${path.replace(":id", String(id))}${search}` as `/${string}`;
      const wireBody = shapes.body && body !== undefined ? z.encode(shapes.body, body) : undefined;
      const answer = await call(`${method} ${address}`, { body: wireBody });
      const data = shapes.data && answer.success ? z.decode(shapes.data, answer.data) : answer.data;
      // The schema that decoded it is the one the type is made of.
      return { ...answer, data: data as DataOf<typeof endpoint> };
    },
  };
}

function queryText(wire: unknown): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries<unknown>(Object(wire)))
    if (value !== undefined) query.set(name, String(value));
  return query.toString();
}

async function readAnswer(response: Response): Promise<TestAnswer> {
  const text = await response.text();
  const json = parsed(text);
  const { success, message, code, data }: Record<string, unknown> = Object(json);
  return {
    status: response.status,
    headers: response.headers,
    text,
    json,
    success: typeof success === "boolean" ? success : undefined,
    message: typeof message === "string" ? message : undefined,
    code: typeof code === "string" ? code : undefined,
    data,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
