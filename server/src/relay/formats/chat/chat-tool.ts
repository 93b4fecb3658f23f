import type { Fields } from "../reported-usage.ts";
import type { ChatDialect, Extensions } from "./chat-dialect.ts";
import type { CacheHint } from "./chat-part.ts";

/** A function of the client's that the model may call. */
export interface FunctionTool {
  readonly type: "function";
  readonly name: string;
  readonly description?: string;
  /** JSON schema of the arguments; left out: a function without arguments. */
  readonly parameters?: Fields;
  readonly isStrict?: boolean;
  readonly cache?: CacheHint;
  readonly extensions?: Extensions;
}

/** A tool of the client's that takes plain text instead of JSON. */
export interface CustomTool {
  readonly type: "custom";
  readonly name: string;
  readonly description?: string;
  /** The grammar of the text, in OpenAI's words. */
  readonly format?: Fields;
  readonly extensions?: Extensions;
}

/**
 * A tool that the vendor itself runs or defines. `name` is one of `web_search`, `web_fetch`, `code_execution`,
 * `file_search`, `computer`, `image_generation` where it is such a tool, so that another dialect may offer its own; else
 * the vendor's name. `raw` is the tool as the dialect writes it.
 */
export interface VendorTool {
  readonly type: "vendor";
  readonly dialect: ChatDialect;
  readonly name: string;
  readonly raw: Fields;
}

export type ChatTool = FunctionTool | CustomTool | VendorTool;

/** Whether tools are to be called. `only` names those it may call; one name with `required` forces that one. */
export interface ChatToolChoice {
  readonly mode: "auto" | "none" | "required";
  readonly only?: readonly string[];
}
