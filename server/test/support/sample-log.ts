import { LogType } from "@tollgate/contract/statuses";
import type { NewLog } from "../../src/resources/logs/log-record.ts";

/** A log row of a charged call, with what a test says about it. */
export function sampleLog(values: Partial<NewLog> = {}): NewLog {
  return {
    createdAt: 1_700_000_000,
    type: LogType.consume,
    userId: 1,
    username: "alice",
    channelId: 0,
    tokenId: 1,
    tokenName: "key",
    modelName: "gpt-4o",
    group: "default",
    isStream: false,
    useTime: 1,
    promptTokens: 10,
    completionTokens: 5,
    quota: 100,
    content: "",
    ip: "192.0.2.1",
    requestId: "",
    other: "{}",
    ...values,
  };
}
