import type { NewLog } from "../logs/log-store.ts";

/** What a log row says about a movement that is not a charge. */
export interface MovementFacts {
  /** Unix seconds. */
  readonly createdAt: number;
  readonly type: number;
  /** Whose balance moved. */
  readonly userId: number;
  readonly username: string;
  readonly content: string;
  readonly ip?: string;
  readonly requestId?: string;
  /** JSON text: `LogOther` of the contract. */
  readonly other?: string;
}

/** The log row of a gift, a top-up, a transfer or an administrator's change: no channel, token or model. */
export function movementLog({ ip = "", requestId = "", other = "", ...facts }: MovementFacts): NewLog {
  return {
    ...facts,
    ip,
    requestId,
    other,
    channelId: 0,
    tokenId: 0,
    tokenName: "",
    modelName: "",
    group: "",
    isStream: false,
    useTime: 0,
    promptTokens: 0,
    completionTokens: 0,
    quota: 0,
  };
}
