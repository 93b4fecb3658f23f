/** What a client of any dialect makes of one answer. */
export interface ClientAnswer {
  readonly text: string;
  readonly calls: readonly ClientCall[];
  /** All that was read, cached tokens included. */
  readonly inputTokens: number;
  /** All that was written, thoughts included. */
  readonly outputTokens: number;
}

export interface ClientCall {
  readonly name: string;
  readonly args: unknown;
}

/** A conversation in the client's own words, which remembers what was said. */
export interface Conversation {
  ask(text: string): Promise<ClientAnswer>;
  /** The results of the last answer's calls, in their order. */
  giveResults(results: readonly string[]): Promise<ClientAnswer>;
}

/** A vendor's official SDK, pointed at the gateway. */
export interface OfficialClient {
  readonly name: string;
  /** `streams`: every answer is asked for as a stream, and put together by the SDK. */
  start(to: GatewayAddress, streams: boolean): Conversation;
  /** The status that the SDK reads in what it throws; undefined for what is no error of an API. */
  statusOf(failure: unknown): number | undefined;
}

export interface GatewayAddress {
  readonly url: string;
  readonly apiKey: string;
}

/** What every client tells the model beside what it asks. */
export const SYSTEM = "You are terse.";
export const MODEL = "chat";
export const WEATHER_SCHEMA = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
} as const;
