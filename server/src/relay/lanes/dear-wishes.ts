import type { UpstreamDialect } from "../formats/chat/chat-dialect.ts";
import type { Loss } from "../formats/chat/chat-loss.ts";
import { dearWishesIn } from "../formats/dear-wishes.ts";
import type { DearWish, SaidWish } from "../formats/dear-wishes.ts";
import type { Fields } from "../formats/reported-usage.ts";
import { RelayError } from "../relay-error.ts";

/** Which wishes a channel's operator pays for. */
export type AllowsWish = (wish: DearWish) => boolean;

/** What a channel's setting allows: `allow_service_tier`, `allow_speed`, `allow_inference_geo`. */
export function allowedWishes(setting: Readonly<Record<string, unknown>>): AllowsWish {
  return (wish) => setting[`allow_${wish}`] === true;
}

/**
 * What must not go to an upstream because its vendor would bill another price than the user is charged. Speed is left out;
 * where the work is done is no wish to be ignored. Throws parameter.not-there for that: another channel may allow it.
 */
export function refusedWishes(
  said: readonly SaidWish[],
  allows: AllowsWish = () => false,
): readonly string[] {
  const refused = said.filter(({ wish }) => !allows(wish));
  for (const { wish, member } of refused)
    if (wish === "inference_geo")
      throw new RelayError("parameter.not-there", {
        param: member,
        reason: "this channel does not allow it",
      });
  return refused.map(({ member }) => member);
}

/** The losses of wishes that were left out. */
export function lostWishes(members: readonly string[]): readonly Loss[] {
  return members.map((path) => ({ path, what: "left-out", reason: "this channel does not allow it" }));
}

/** A body as a codec wrote it, without the wishes that its channel does not allow. Throws as `refusedWishes` does. */
export function withoutDearWishes(
  dialect: UpstreamDialect,
  body: Fields,
  allows?: AllowsWish,
): { body: Fields; losses: readonly Loss[] } {
  const names = refusedWishes(dearWishesIn(dialect, body), allows);
  if (names.length === 0) return { body, losses: [] };
  const kept = Object.entries(body).filter(([name]) => !names.includes(name));
  return { body: Object.fromEntries(kept), losses: lostWishes(names) };
}
