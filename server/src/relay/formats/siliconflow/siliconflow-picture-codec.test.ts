import { expect, test } from "bun:test";
import { siliconFlowPictureCodec } from "./siliconflow-picture-codec.ts";

const address = (name: string) => `https://files.example/${name}.png`;

test.each([
  ["Qwen/Qwen-Image-Edit", 1, ["image"], 0],
  ["Qwen/Qwen-Image-Edit", 2, ["image"], 1],
  ["Qwen/Qwen-Image-Edit-2509", 3, ["image", "image2", "image3"], 0],
  ["Qwen/Qwen-Image-Edit-2509", 4, ["image", "image2", "image3"], 1],
] as const)("%s, given %d pictures, is shown those that it can see", (model, count, names, lost) => {
  const images = ["a", "b", "c", "d"].slice(0, count).map(address);
  const question = { model, fields: { prompt: "a hat", images }, files: [], createdAtSeconds: 1 };
  const { body, losses } = siliconFlowPictureCodec(true).encodeRequest(question);
  const seen = Object.fromEntries(names.map((name, index) => [name, images[index]]));
  expect(JSON.parse(String(body))).toEqual({ model, prompt: "a hat", ...seen });
  expect(losses).toHaveLength(lost);
});
