import { createMemoryHistory } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { vi } from "vitest";
import { App, createConsole } from "../app.tsx";
import { startI18n, type Language } from "../i18n/i18n.ts";
import { sessionUser } from "../session/session-user.ts";
import { toSessionUser } from "../session/use-session.ts";
import { createFakeConsole, type FakeState } from "./fake-console.ts";
import { buildSelf } from "./factories.ts";

interface ConsoleOptions {
  /** What the fake server holds. */
  state?: Partial<FakeState>;
  /** Nobody is signed in. */
  isGuest?: boolean;
  language?: Language;
}

/** The whole console at an address, against a fake server made of the contract. */
export async function renderConsole(path: string, options: ConsoleOptions = {}) {
  const fake = createFakeConsole(options.state);
  vi.stubGlobal("fetch", fake.server.fetch);
  await startI18n(options.language ?? "zh");
  sessionUser.set(options.isGuest === true ? undefined : toSessionUser(options.state?.self ?? buildSelf()));
  const parts = createConsole(createMemoryHistory({ initialEntries: [path] }));
  const user = userEvent.setup();
  render(<App {...parts} />);
  return { ...fake, ...parts, user, location: () => parts.router.state.location };
}
