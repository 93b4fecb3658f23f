import { expect, test } from "bun:test";
import {
  bodyObject,
  countField,
  flagField,
  keptFields,
  listField,
  neededText,
  numberField,
  objectField,
  objectsField,
  textField,
  textsField,
  unreadFields,
  withKeptFields,
  wordField,
} from "./body-fields.ts";
import { FormatError } from "./chat-error.ts";

const body = bodyObject({ text: "a", number: 1.5, flag: true, none: null, list: [{ x: 1 }, { y: 2 }] }, "");

test("fields of the right type are read, and null is none", () => {
  expect(textField(body, "text")).toBe("a");
  expect(numberField(body, "number")).toBe(1.5);
  expect(flagField(body, "flag")).toBe(true);
  expect(textField(body, "none")).toBeUndefined();
  expect(listField(body, "missing")).toBeUndefined();
  expect(objectsField(body, "list")?.map(({ path }) => path)).toEqual(["list[0]", "list[1]"]);
});

test.each([
  ["text", () => numberField(body, "text")],
  ["number", () => textField(body, "number")],
  ["number", () => countField(body, "number")],
  ["flag", () => listField(body, "flag")],
  ["flag", () => objectField(body, "flag")],
  ["none", () => neededText(body, "none")],
  ["list[0]", () => textsField(body, "list")],
  ["text", () => wordField(body, "text", ["b", "c"])],
  ["inner", () => bodyObject(7, "inner")],
  ["body", () => bodyObject([], "")],
])("a wrong type is refused at %p", (path, read) => {
  let found: unknown;
  try {
    read();
  } catch (error) {
    found = error;
  }
  expect(found).toBeInstanceOf(FormatError);
  expect(Object(found).path).toBe(path);
});

test("what nobody read is known, in objects within too", () => {
  const request = bodyObject({ read: 1, other: 2, inner: { read: 1, other: { deep: 3 } } }, "");
  numberField(request, "read");
  const inner = objectField(request, "inner");
  if (inner) numberField(inner, "read");
  expect(unreadFields(request, "gemini")).toEqual({
    dialect: "gemini",
    fields: { other: 2, inner: { other: { deep: 3 } } },
  });
});

test("a body that was read whole has nothing to keep", () => {
  const request = bodyObject({ inner: { a: 1 } }, "");
  const inner = objectField(request, "inner");
  if (inner) numberField(inner, "a");
  expect(unreadFields(request, "gemini")).toBeUndefined();
});

test("kept fields join what is written and never replace it", () => {
  expect(withKeptFields({ a: 1, b: { c: 2 } }, { a: 9, b: { c: 9, d: 3 }, e: 4 })).toEqual({
    a: 1,
    b: { c: 2, d: 3 },
    e: 4,
  });
  expect(withKeptFields({ a: 1 }, undefined)).toEqual({ a: 1 });
});

test("an upstream's unknown fields are kept, null is not", () => {
  const known = new Set(["a"]);
  expect(keptFields({ a: 1, b: 2, c: null }, known, "anthropic")).toEqual({
    dialect: "anthropic",
    fields: { b: 2 },
  });
  expect(keptFields({ a: 1, c: null }, known, "anthropic")).toBeUndefined();
});
