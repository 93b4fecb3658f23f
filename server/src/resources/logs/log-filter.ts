/** What a list or sum of the log is narrowed by; what is undefined, zero or empty narrows nothing. */
export interface LogFilter {
  /** Set for a user's own list. */
  userId?: number | undefined;
  /** 0 = all. */
  type?: number | undefined;
  startSeconds?: number | undefined;
  endSeconds?: number | undefined;
  username?: string | undefined;
  /** Exact, or a pattern when it contains %. */
  tokenName?: string | undefined;
  modelName?: string | undefined;
  channelId?: number | undefined;
  group?: string | undefined;
  requestId?: string | undefined;
}
