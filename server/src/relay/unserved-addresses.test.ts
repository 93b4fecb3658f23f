import { expect, test } from "bun:test";
import { unservedAddress } from "./unserved-addresses.ts";

test.each([
  ["POST", "/v1/files"],
  ["GET", "/v1/files/file-1/content"],
  ["POST", "/v1/fine_tuning/jobs"],
  ["POST", "/v1/fine-tunes"],
  ["GET", "/v1/batches"],
  ["POST", "/v1/assistants"],
  ["POST", "/v1/threads/runs"],
  ["POST", "/v1/edits"],
  ["POST", "/v1/realtime/client_secrets"],
  ["POST", "/v1/realtime/sessions"],
  ["POST", "/v1/realtime/calls"],
  ["GET", "/v1/responses/resp_1"],
  ["POST", "/v1/messages/batches"],
  ["DELETE", "/v1/models/mine"],
  ["POST", "/v1beta/openai/files"],
  ["POST", "/openai/files"],
  ["POST", "/openai/v1/realtime/client_secrets"],
  ["POST", "/upload/v1beta/files"],
  ["POST", "/v1beta/cachedContents"],
  ["POST", "/v1beta/models/m:predictLongRunning"],
])("%s %s is known, and not implemented", (method, path) => {
  expect(unservedAddress(method, path)).toMatchObject({ code: "api_not_implemented", status: 501 });
});

test.each([
  ["GET", "/v1/chat/completions"],
  ["POST", "/v1/nothing"],
  ["POST", "/v1/filesystem"],
  ["POST", "/openai/nothing"],
  ["DELETE", "/v1/models"],
  ["POST", "/v1beta/nothing"],
  ["POST", "/v1"],
])("%s %s is unknown", (method, path) => {
  expect(unservedAddress(method, path)).toMatchObject({ code: "address.unknown", status: 404 });
});
