import type { ChatDialect, Extensions } from "./chat-dialect.ts";
import type { Fields } from "../reported-usage.ts";

interface AnnotationBase {
  /** The characters of the part's text that it is about, end excluded; the whole text when both are left out. */
  readonly startIndex?: number;
  readonly endIndex?: number;
  readonly title?: string;
  readonly citedText?: string;
  /** What the vendor wants back with it (Anthropic's `encrypted_index`). */
  readonly extensions?: Extensions;
}

export interface UrlAnnotation extends AnnotationBase {
  readonly type: "url";
  readonly url: string;
}

/** A place in a document of the request. */
export interface DocumentAnnotation extends AnnotationBase {
  readonly type: "document";
  /** Among the documents of the request, from 0. */
  readonly documentIndex?: number;
  readonly fileId?: string;
  /** What `from` and `to` count: characters and blocks from 0, pages from 1; `to` is excluded. */
  readonly unit?: "character" | "page" | "block";
  readonly from?: number;
  readonly to?: number;
}

/** One that only its dialect has. */
export interface VendorAnnotation {
  readonly type: "vendor";
  readonly dialect: ChatDialect;
  readonly raw: Fields;
}

/** Where a text comes from. */
export type ChatAnnotation = UrlAnnotation | DocumentAnnotation | VendorAnnotation;
