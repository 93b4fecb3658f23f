import { common } from "./zh/common.ts";
import { errors } from "./zh/errors.ts";
import { shell } from "./zh/shell.ts";

/** All Chinese texts: the source of shape for every other language. */
export const zh = { common, errors, shell };
