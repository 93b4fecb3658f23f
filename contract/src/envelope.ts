import * as z from "zod/mini";
import { intText } from "./codecs.ts";

/** What every console call answers. `code` is stable for programs; `message` is a sentence in the reader's language. */
export interface Envelope<Data = unknown> {
  success: boolean;
  message: string;
  data?: Data;
  code?: string;
}

export const PAGE_SIZES = [10, 20, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 10;
const MAX_PAGE_SIZE = 100;

/** Query of every paged list: `p` counts from 1 (0 is taken as 1); `ps` and `size` are aliases of `page_size`. */
export const pageQuery = {
  p: z.optional(intText),
  page_size: z.optional(intText),
  ps: z.optional(intText),
  size: z.optional(intText),
};

export interface PageQuery {
  p?: number | undefined;
  page_size?: number | undefined;
  ps?: number | undefined;
  size?: number | undefined;
}

/** A paged list. `total` may be capped for logs: then it is `LOG_TOTAL_CAP + 1`, shown as "more than". */
export const page = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), page: z.int(), page_size: z.int(), total: z.int() });

/** Page number (from 1), page size (1–100) and offset that a query asks for. */
export function readPage(query: PageQuery): { page: number; pageSize: number; offset: number } {
  const pageNumber = Math.max(1, query.p ?? 1);
  const asked = query.page_size ?? query.ps ?? query.size ?? DEFAULT_PAGE_SIZE;
  const pageSize = Math.min(MAX_PAGE_SIZE, asked < 1 ? DEFAULT_PAGE_SIZE : asked);
  return { page: pageNumber, pageSize, offset: (pageNumber - 1) * pageSize };
}
