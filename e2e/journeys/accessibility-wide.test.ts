import { expect } from "vitest";
import { LOOKS, problemsByScreen } from "../support/accessible-screens.ts";
import { ROOT_PASSWORD } from "../support/console-session.ts";
import { journey } from "../support/journey.ts";

journey.override({ gatewayEnv: { TOLLGATE_ROOT_PASSWORD: ROOT_PASSWORD } });

journey.for(LOOKS)("every screen is accessible 1280 px wide in %s", async ([, look], { stage, upstream }) => {
  expect(await problemsByScreen(stage, upstream.url, look, 1280)).toEqual({});
});
