import { randomText } from "../../lib/random-text.ts";

/** The purpose under which access tokens are hashed. */
export const ACCESS_TOKEN_PURPOSE = "access-token";
const ACCESS_TOKEN_LENGTH = 32;

/** A new system access token; only its hash is kept. */
export const newAccessTokenText = (): string => randomText(ACCESS_TOKEN_LENGTH);
