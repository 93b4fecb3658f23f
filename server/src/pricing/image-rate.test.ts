import { expect, test } from "bun:test";
import { charge } from "./charge.ts";
import { imageRate } from "./image-rate.ts";
import { callRate, tokenRate } from "./rate-fixtures.ts";
import { usageOf } from "./usage.ts";

const DALL_E_3 = callRate({ model: "dall-e-3", modelPriceUsd: 0.04, per: "image" });
const DALL_E_2 = callRate({ model: "dall-e-2", modelPriceUsd: 0.02, per: "image" });

/** Dollars for `images` pictures. */
function dollars(rate: typeof DALL_E_3, size?: string, quality?: string, images = 1): number {
  const priced = imageRate(rate, { model: rate.model, size, quality });
  return charge(priced, usageOf({ requests: 1, images })).quota / 500_000;
}

test.each([
  ["dall-e-2", "256x256", undefined, 0.016],
  ["dall-e-2", "512x512", undefined, 0.018],
  ["dall-e-2", "1024x1024", undefined, 0.02],
  ["dall-e-3", "1024x1024", "standard", 0.04],
  ["dall-e-3", "1024x1792", "standard", 0.08],
  ["dall-e-3", "1792x1024", "hd", 0.12],
  ["dall-e-3", "1024x1024", "hd", 0.08],
  ["dall-e-3", undefined, undefined, 0.04],
] as const)("a picture of %s in %p and %p costs %p USD", (model, size, quality, price) => {
  expect(dollars(model === "dall-e-2" ? DALL_E_2 : DALL_E_3, size, quality)).toBe(price);
});

test("the number of pictures multiplies the price", () => {
  expect(dollars(DALL_E_2, "256x256", undefined, 10)).toBe(0.16);
});

test("sizes and qualities that nobody sells change nothing", () => {
  for (const strange of ["huge", "__proto__", "constructor", "default", ""])
    expect(imageRate(DALL_E_3, { model: "dall-e-3", size: strange, quality: strange })).toBe(DALL_E_3);
});

test("any model priced by the request is priced by the picture where pictures are made", () => {
  const flux = callRate({ model: "flux", modelPriceUsd: 0.05 });
  expect(dollars(flux, "1024x1024", undefined, 3)).toBe(0.15);
});

test("the same pictures have the same frozen rate", () => {
  const request = { model: "dall-e-3", size: "1792x1024", quality: "hd" };
  const rate = imageRate(DALL_E_3, request);
  expect(imageRate(DALL_E_3, { ...request })).toBe(rate);
  expect(Object.isFrozen(rate)).toBe(true);
});

test("a rate by the token or by the second stays as it is", () => {
  const perSecond = callRate({ model: "dall-e-3", per: "second" });
  expect(imageRate(perSecond, { model: "other" })).toBe(perSecond);
  const rate = tokenRate({ model: "dall-e-3" });
  expect(imageRate(rate, { model: "dall-e-3", size: "1792x1024" })).toBe(rate);
});
