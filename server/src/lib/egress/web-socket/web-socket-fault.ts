/** What a peer did that RFC 6455 forbids, with the close code that tells it so. */
export class WebSocketFault extends Error {
  override readonly name = "WebSocketFault";
  readonly closeCode: number;

  constructor(closeCode: number, message: string) {
    super(message);
    this.closeCode = closeCode;
  }
}

/** RFC 6455, section 7.4.1. */
export const CloseCode = {
  normal: 1000,
  goingAway: 1001,
  protocolError: 1002,
  /** Never on the wire: the peer gave no code. */
  noneGiven: 1005,
  /** Never on the wire: the connection broke. */
  abnormal: 1006,
  invalidText: 1007,
  policy: 1008,
  tooLarge: 1009,
  internalError: 1011,
} as const;

/** Whether a code may stand in a close frame: those of the RFC and its registry, and of applications. */
export function isSendableCode(code: number): boolean {
  if (code >= 3000) return code <= 4999;
  return code >= 1000 && code <= 1014 && ![1004, CloseCode.noneGiven, CloseCode.abnormal].includes(code);
}
