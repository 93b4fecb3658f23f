import { arkEditCodec } from "../../formats/ark/ark-edit-codec.ts";
import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";

const EDITS = { codec: arkEditCodec, path: "/api/v3/images/generations" };

/** VolcEngine Ark; applications (`bot-…`) have an address of their own. Source: https://www.volcengine.com/docs/82379 */
export const volcEngineProvider = openAiCompatible({
  root: (_, { model }) => (model.startsWith("bot") ? "/api/v3/bots" : "/api/v3"),
  operations: ["chat", "embeddings", "images/generations"],
  coded: (operation) => (operation === "images/edits" ? EDITS : undefined),
  responses: true,
  chat: { reasoningWish: "thinking" },
});
