/** User status: 2 is banned by an admin; 3 is kept for databases that carry it and counts as not enabled. */
export const UserStatus = { enabled: 1, disabled: 2, locked: 3 } as const;
export type UserStatus = (typeof UserStatus)[keyof typeof UserStatus];

/** Channel status: 3 is set by the system (see `other_info` for reason and time), never by a person. */
export const ChannelStatus = { enabled: 1, disabled: 2, autoDisabled: 3 } as const;
export type ChannelStatus = (typeof ChannelStatus)[keyof typeof ChannelStatus];

/** Token status: 3 and 4 are system states that follow from expiry and remaining quota. */
export const TokenStatus = { enabled: 1, disabled: 2, expired: 3, exhausted: 4 } as const;
export type TokenStatus = (typeof TokenStatus)[keyof typeof TokenStatus];

/** Log type; 0 in a filter means all. */
export const LogType = { unknown: 0, topUp: 1, consume: 2, manage: 3, system: 4, error: 5 } as const;
export type LogType = (typeof LogType)[keyof typeof LogType];

/** `expired_time` of a token that never expires. */
export const NEVER_EXPIRES = -1;
