import { cleanup, configure } from "@testing-library/react";
import i18next from "i18next";
import { afterEach, beforeEach } from "vitest";
import { startI18n } from "../i18n/i18n.ts";
import { sessionUser } from "../session/session-user.ts";
import { savedStatus } from "../session/use-status.ts";

// What happy-dom lacks and the libraries call.
Element.prototype.getAnimations ??= () => [];
Element.prototype.scrollIntoView ??= () => undefined;
document.execCommand ??= () => false;

// Waiting ends when what is waited for is there; a machine with much else to do may need longer for a large form.
configure({ asyncUtilTimeout: 5000 });

beforeEach(async () => {
  if (i18next.language !== "zh") await startI18n("zh");
});

afterEach(() => {
  cleanup();
  sessionUser.set(undefined);
  savedStatus.set(undefined);
  localStorage.clear();
});
