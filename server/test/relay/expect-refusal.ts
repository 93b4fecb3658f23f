import { expect } from "bun:test";
import type { RelayStage } from "./relay-stage.ts";

/** What a call that was refused has spent. */
export const NOTHING = { user: 0, token: 0, charges: 0, held: 0 };

export interface Refusal {
  status: number;
  code: string;
  message?: string | RegExp;
  param?: string;
}

/** The refusal in OpenAI's envelope, with the request's id in its message and headers; nothing was sent or spent. */
export async function expectRefusal(
  stage: RelayStage,
  answer: Response,
  refusal: Refusal,
  name?: string,
): Promise<void> {
  const { error } = (await answer.json()) as { error: Record<string, unknown> };
  expect({ status: answer.status, code: error.code, param: error.param ?? undefined }, name).toEqual({
    status: refusal.status,
    code: refusal.code,
    param: refusal.param,
  });
  expect(Object.keys(error).sort()).toEqual(["code", "message", "param", "type"]);
  const requestId = answer.headers.get("x-request-id");
  expect(error.message).toEndWith(`(request id: ${requestId})`);
  expect(answer.headers.get("x-oneapi-request-id")).toBe(requestId);
  if (refusal.message !== undefined) expect(error.message, name).toMatch(refusal.message);
  expect(stage.upstream.requestCount, name).toBe(0);
  expect(await stage.spending()).toEqual(NOTHING);
  expect(await stage.logs()).toEqual([]);
}
