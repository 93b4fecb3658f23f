import { expect, test, vi } from "vitest";
import { notify } from "../components/toaster.ts";
import { ApiError } from "./api-error.ts";
import { createQueryClient } from "./query-client.ts";

const refused = new ApiError("refused", "不行");

function setUp() {
  const onExpired = vi.fn();
  const error = vi.spyOn(notify, "error").mockReturnValue();
  return { onExpired, error, client: createQueryClient(onExpired) };
}

const fail = (error: Error) => async () => {
  throw error;
};

test("an expired session is reported to the console, not to the person", async () => {
  const { client, onExpired, error } = setUp();
  const expired = new ApiError("expired", "expired");
  await client.fetchQuery({ queryKey: ["x"], queryFn: fail(expired), retry: false }).catch(() => undefined);
  expect(onExpired).toHaveBeenCalledTimes(1);
  expect(error).not.toHaveBeenCalled();
});

test("a first read that fails is shown in place; one that had data becomes a message", async () => {
  const { client, error } = setUp();
  await client.fetchQuery({ queryKey: ["x"], queryFn: fail(refused) }).catch(() => undefined);
  expect(error).not.toHaveBeenCalled();
  client.setQueryData(["x"], 1);
  await client.fetchQuery({ queryKey: ["x"], queryFn: fail(refused) }).catch(() => undefined);
  expect(error).toHaveBeenCalledWith("不行");
});

test("a change that fails becomes a message, unless its screen shows it", async () => {
  const { client, error } = setUp();
  const cache = client.getMutationCache();
  const run = (isQuiet: boolean) =>
    cache
      .build(client, { mutationFn: fail(refused), meta: { isQuiet } })
      .execute(undefined)
      .catch(() => undefined);
  await run(true);
  expect(error).not.toHaveBeenCalled();
  await run(false);
  expect(error).toHaveBeenCalledWith("不行");
});

test("only a server that cannot be reached is asked again", () => {
  const { client } = setUp();
  const retry = client.getDefaultOptions().queries?.retry;
  if (typeof retry !== "function") throw new Error("no retry rule");
  expect(retry(0, refused)).toBe(false);
  expect(retry(0, new ApiError("network", "no answer"))).toBe(true);
  expect(retry(2, new ApiError("network", "no answer"))).toBe(false);
});
