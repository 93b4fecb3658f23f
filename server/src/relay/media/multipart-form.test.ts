import { describe, expect, test } from "bun:test";
import { RelayError } from "../relay-error.ts";
import {
  formField,
  formFields,
  formFiles,
  isMultipart,
  readMultipartForm,
  withFormField,
} from "./multipart-form.ts";

const TYPE = "multipart/form-data; boundary=b";
const bytesOf = (text: string) => Buffer.from(text, "latin1");
const part = (disposition: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;
const FILE = part('name="file"; filename="a;b.mp3"', "\r\n--\r\n\r\n--c\r\n");
const BODY = bytesOf(`${part('name="model"', "m")}${FILE}--b--\r\n`);

function reasonOf(body: string, type = TYPE): unknown {
  try {
    return readMultipartForm(bytesOf(body), type);
  } catch (error) {
    return error instanceof RelayError ? error.code : error;
  }
}

describe("a form", () => {
  test("is known by its type", () => {
    expect(isMultipart(" Multipart/Form-Data; boundary=x")).toBe(true);
    expect(isMultipart("application/json")).toBe(false);
    expect(isMultipart(null)).toBe(false);
  });
  test("has its fields and files where they stand, whatever is in them", () => {
    const form = readMultipartForm(BODY, TYPE);
    expect(form.parts.map(({ name, fileName }) => [name, fileName])).toEqual([
      ["model", undefined],
      ["file", "a;b.mp3"],
    ]);
    expect(formField(BODY, form, "model")).toBe("m");
    expect(formField(BODY, form, "size")).toBeUndefined();
    const [, file] = form.parts;
    expect(BODY.toString("latin1", file?.start, file?.end)).toBe("\r\n--\r\n\r\n--c\r\n");
  });
  test("is told whole: plain fields, lists, and files with their types", () => {
    const image = part('name="image[]"; filename="a.png"', "P").replace(
      "\r\n\r\n",
      "\r\nContent-Type: image/png\r\n\r\n",
    );
    const listed = part('name="tags[]"', "one") + part('name="tags[]"', "two");
    const body = bytesOf(`${part('name="n"', "2")}${listed}${image}${FILE}--b--`);
    const form = readMultipartForm(body, TYPE);
    expect(formFields(body, form)).toEqual({ n: "2", "tags[]": ["one", "two"] });
    expect(formFiles(body, form)).toMatchObject([
      { field: "image[]", fileName: "a.png", mediaType: "image/png", bytes: bytesOf("P") },
      { field: "file", fileName: "a;b.mp3", mediaType: "" },
    ]);
    const twice = bytesOf(`${part('name="n"', "2")}${part('name="n"', "3")}--b--`);
    expect(() => formFields(twice, readMultipartForm(twice, TYPE))).toThrow("more than once");
  });
  test("may have a preamble, a quoted boundary and an empty value", () => {
    const body = bytesOf(`preamble\r\n${part('name="model"', "")}--b--`);
    const form = readMultipartForm(body, 'multipart/form-data; charset=utf-8; boundary="b"');
    expect(formField(body, form, "model")).toBe("");
    expect(withFormField(body, form, "n", "2").toString()).toStartWith("preamble\r\n--b\r\n");
  });
  test("gets another value, or a field that it lacks; nothing else changes", () => {
    const form = readMultipartForm(BODY, TYPE);
    const renamed = Buffer.from(withFormField(BODY, form, "model", "longer name"));
    expect(renamed.toString("latin1")).toBe(
      BODY.toString("latin1").replace("\r\nm\r\n", "\r\nlonger name\r\n"),
    );
    const added = Buffer.from(withFormField(BODY, form, "n", "2"));
    expect(formField(added, readMultipartForm(added, TYPE), "n")).toBe("2");
    expect(added.toString("latin1")).toEndWith(BODY.toString("latin1"));
  });
  test.each([
    ["without a boundary in its type", "", "multipart/form-data"],
    ["without its boundary", "x=1", TYPE],
    ["that is cut", FILE, TYPE],
    ["that is cut in its headers", "--b\r\nContent-Disposition: form-data; name=", TYPE],
    ["with a part without a name", `${part("x=1", "")}--b--`, TYPE],
    ["with two names", `${part('name="a"; name="model"', "")}--b--`, TYPE],
    ["with a name that is coded", `${part("name=\"a\"; name*=utf-8''model", "")}--b--`, TYPE],
    ["with an open quote", `${part('name="a', "")}--b--`, TYPE],
    [
      "with two dispositions",
      '--b\r\nContent-Disposition: form-data; name="a"\r\ncontent-disposition: form-data; name="model"\r\n\r\n\r\n--b--',
      TYPE,
    ],
    ["with a boundary in a line", "--bx--", TYPE],
    ["of more parts than anybody needs", `${part('name="a"', "").repeat(1001)}--b--`, TYPE],
  ])("%s is refused", (_, body, type) => {
    expect(reasonOf(body, type)).toBe("body.not-form");
  });
});
