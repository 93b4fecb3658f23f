import { common } from "./en/common.ts";
import { errors } from "./en/errors.ts";
import { shell } from "./en/shell.ts";
import type { Texts } from "./i18n.ts";

/** All English texts. */
export const en: Texts = { common, errors, shell };
