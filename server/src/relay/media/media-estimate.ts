import { chargeRoundedUp } from "../../pricing/charge.ts";
import type { HoldEstimate } from "../../pricing/estimate.ts";
import { imageRate } from "../../pricing/image-rate.ts";
import type { Rate } from "../../pricing/rate.ts";
import type { MediaRequest } from "../formats/media-request.ts";
import { expectedMediaUsage } from "./media-usage.ts";

/** The price of a call for media, its size and quality included, and what to set aside for it. */
export function estimateMedia(
  media: MediaRequest,
  model: string,
  listed: Rate,
  freeCallsNeedBalance: boolean,
): { rate: Rate; hold: HoldEstimate } {
  const { pictures } = media;
  const rate = pictures
    ? imageRate(listed, { model, size: pictures.size, quality: pictures.quality })
    : listed;
  const quota = chargeRoundedUp(rate, expectedMediaUsage(media, model, rate));
  return { rate, hold: { quota, requiresPositiveBalance: quota === 0 && freeCallsNeedBalance } };
}
