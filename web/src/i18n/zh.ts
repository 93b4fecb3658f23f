import { channels } from "./zh/channels.ts";
import { common } from "./zh/common.ts";
import { errors } from "./zh/errors.ts";
import { home } from "./zh/home.ts";
import { login } from "./zh/login.ts";
import { logs } from "./zh/logs.ts";
import { settings } from "./zh/settings.ts";
import { shell } from "./zh/shell.ts";
import { tokens } from "./zh/tokens.ts";

/** All Chinese texts: the source of shape for every other language. */
export const zh = { channels, common, errors, home, login, logs, settings, shell, tokens };
