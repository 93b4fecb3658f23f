import { expect, test } from "bun:test";
import { readPage } from "./envelope.ts";

test("pages count from one, and zero is the first page of older clients", () => {
  expect(readPage({})).toEqual({ page: 1, pageSize: 10, offset: 0 });
  expect(readPage({ p: 0 })).toEqual({ page: 1, pageSize: 10, offset: 0 });
  expect(readPage({ p: 3, page_size: 20 })).toEqual({ page: 3, pageSize: 20, offset: 40 });
  expect(readPage({ p: -5 })).toMatchObject({ page: 1 });
});

test("a page has at most a hundred rows, whatever name the size comes under", () => {
  expect(readPage({ page_size: 5000 }).pageSize).toBe(100);
  expect(readPage({ ps: 50 }).pageSize).toBe(50);
  expect(readPage({ size: 7 }).pageSize).toBe(7);
  expect(readPage({ page_size: 0 }).pageSize).toBe(10);
});
