import { channels } from "./en/channels.ts";
import { common } from "./en/common.ts";
import { errors } from "./en/errors.ts";
import { home } from "./en/home.ts";
import { login } from "./en/login.ts";
import { logs } from "./en/logs.ts";
import { settings } from "./en/settings.ts";
import { shell } from "./en/shell.ts";
import { tokens } from "./en/tokens.ts";
import type { Texts } from "./i18n.ts";

/** All English texts. */
export const en: Texts = { channels, common, errors, home, login, logs, settings, shell, tokens };
