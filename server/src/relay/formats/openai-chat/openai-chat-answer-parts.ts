import { isObject } from "@tollgate/contract/json-object";
import { sourceFromUrl, soundMediaType } from "../chat/media-source.ts";
import type { AssistantPart, AudioPart, ImagePart, TextPart, VendorPart } from "../chat/chat-part.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import { fieldsOf, objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

/*
 * What stands in a message or a delta of an answer beside plain texts and calls, read leniently.
 */

/**
 * `content` as parts. Mistral writes a list with `thinking` parts in it: https://docs.mistral.ai/capabilities/reasoning.
 * Kinds that nobody knows are vendor parts.
 */
export function readAnswerContent(content: unknown): AssistantPart[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  return objectsIn(content).flatMap(readContentPart);
}

function readContentPart(raw: Fields): (AssistantPart | TextPart | VendorPart)[] {
  switch (raw["type"]) {
    case "text": {
      const text = textOf(raw["text"]);
      return text === "" ? [] : [{ type: "text", text }];
    }
    case "refusal": {
      const text = textOf(raw["refusal"]);
      return text === "" ? [] : [{ type: "refusal", text }];
    }
    case "thinking": {
      const inner = raw["thinking"];
      const text =
        textOf(inner) ||
        objectsIn(inner)
          .map((piece) => textOf(piece["text"]))
          .join("");
      return text === "" ? [] : [{ type: "reasoning", text }];
    }
    case "image_url":
      return readImage(raw);
    default:
      return [{ type: "vendor", dialect: "openai-chat", raw }];
  }
}

/** Pictures that a model made, as OpenRouter has them: https://openrouter.ai/docs/features/multimodal/image-generation. */
export function readImages(value: unknown): ImagePart[] {
  return objectsIn(value).flatMap(readImage);
}

function readImage(raw: Fields): ImagePart[] {
  const url = textOf(raw["image_url"]) || textOf(fieldsOf(raw["image_url"])["url"]);
  return url === "" ? [] : [{ type: "image", source: sourceFromUrl(url) }];
}

/** The media type of what the model speaks: answers do not tell, the request must. */
export function spokenMediaType(request: ChatRequest | undefined): string {
  return soundMediaType(request?.audioOutput?.format ?? "wav");
}

/** A message's `audio`, whole or a piece of it. */
export function readSpoken(value: unknown, mediaType: string): AudioPart | undefined {
  if (!isObject(value)) return undefined;
  const id = textOf(value["id"]);
  const base64 = textOf(value["data"]);
  const transcript = textOf(value["transcript"]);
  const expiresAtSeconds = value["expires_at"];
  return {
    type: "audio",
    ...(base64 !== "" && { source: { kind: "inline", mediaType, base64 } }),
    ...(id !== "" && { id }),
    ...(transcript !== "" && { transcript }),
    ...(typeof expiresAtSeconds === "number" && { expiresAtSeconds }),
  };
}
