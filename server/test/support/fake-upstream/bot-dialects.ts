import { cozeDialect } from "./coze-dialect.ts";
import type { Dialect } from "./dialect.ts";
import { difyDialect } from "./dify-dialect.ts";
import { ernieDialect } from "./ernie-dialect.ts";
import { hunyuanDialect } from "./hunyuan-dialect.ts";
import { libraryDialect } from "./library-dialect.ts";

/** The dialects that upstreams alone speak. */
export const botDialects: readonly Dialect[] = [
  difyDialect,
  cozeDialect,
  ernieDialect,
  hunyuanDialect,
  libraryDialect,
];
