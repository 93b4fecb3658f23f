import { LogType } from "@tollgate/contract/statuses";
import type { Ledger } from "../../src/ledger/ledger.ts";
import type { Outcome, Verb } from "../../src/ledger/verbs.ts";
import type { NewLog } from "../../src/resources/logs/log-store.ts";
import { sampleLog } from "../support/sample-log.ts";

/** Hands a verb to the ledger through its interface, money that moves with its log row; answers the outcome. */
export async function submitVerb(ledger: Ledger<NewLog>, verb: Verb): Promise<Outcome> {
  switch (verb.verb) {
    case "reserve":
      return ledger.reserve(verb);
    case "release":
      return ledger.release(verb);
    case "settle":
      try {
        return await ledger.settle({ ...verb, alongside: logOf(verb) });
      } catch (error) {
        if (!String(error).includes("hold-missing")) throw error;
        return { ok: false, reason: "hold-missing", account: verb.payer, available: 0 };
      }
    case "post":
      return submitPost(ledger, verb);
  }
}

function submitPost(ledger: Ledger<NewLog>, verb: Verb & { verb: "post" }): Promise<Outcome> {
  const { key, account, change, from } = verb;
  const alongside = () => sampleLog({ type: LogType.system, userId: Math.floor(account / 8), content: key });
  if (verb.kind === "adjust") return ledger.adjust({ key, account, change, alongside });
  const amount = "by" in change ? change.by : change.to;
  return from === undefined
    ? ledger.grant({ key, account, amount, alongside })
    : ledger.transfer({ key, from, to: account, amount, alongside });
}

function logOf({ holdId, payer, amount }: Verb & { verb: "settle" }): NewLog {
  return sampleLog({
    requestId: holdId,
    userId: Math.floor(payer / 8),
    quota: amount,
    createdAt: 1_764_547_200,
  });
}
