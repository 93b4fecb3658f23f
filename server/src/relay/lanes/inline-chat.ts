import { UpstreamFault } from "../../lib/egress/upstream-fault.ts";
import type { ChatRequest } from "../formats/chat/chat-request.ts";
import { remoteMediaOf, withInlineMedia } from "../formats/chat/remote-media.ts";
import type { RemoteMedia } from "../formats/chat/remote-media.ts";
import type { DownloadedFile } from "../media/media-download.ts";
import { mediaTypeOf } from "../media/sniff-media-type.ts";
import type { InlineMedia, Provider } from "../providers/provider.ts";
import { RelayError } from "../relay-error.ts";
import { decoded } from "./lane.ts";
import type { Lane, UpstreamCall } from "./lane.ts";

/** Which media of the call its upstream takes as bytes only; undefined also where the call can refer to none by address. */
export function inlineMediaOf(
  { request, remoteMedia }: UpstreamCall,
  provider: Provider,
  lane: Lane,
  passesBody: boolean,
): InlineMedia | undefined {
  if (request.operation !== "chat" || remoteMedia === undefined) return undefined;
  // The other dialects are decoded already.
  if (request.dialect === "openai-chat" && request.prompt.media.length === 0) return undefined;
  const rule = provider.inlineMedia?.[lane.dialect];
  const isWritten = lane.translation !== undefined || (rule?.isAlways === true && !passesBody);
  return isWritten ? rule : undefined;
}

/**
 * The call's chat with the bytes of all media of these kinds; undefined when it refers to none by address. A fault is
 * answered when the client has left. Throws RelayError `media.*` for what cannot be fetched, and body.parameter.
 */
export async function inlineChat(
  { request, remoteMedia: media, client }: UpstreamCall,
  { kinds, takes }: InlineMedia,
): Promise<ChatRequest | UpstreamFault | undefined> {
  if (media === undefined) return undefined;
  const chat = decoded(request);
  const isWanted = ({ kind, url }: RemoteMedia) => kinds.includes(kind) && takes?.(url) !== true;
  const remote = remoteMediaOf(chat).filter(isWanted);
  if (remote.length === 0) return undefined;
  try {
    const files = await media.files(new Set(remote.map(({ url }) => url)), client);
    checkTotal(remote, files, media.maxBytes);
    return withInlineMedia(chat, (one) => (isWanted(one) ? inlineOf(one, files) : undefined));
  } catch (error) {
    if (error instanceof UpstreamFault) return error;
    throw error;
  }
}

/** The call with its chat in another form. */
export function withChat<Call extends Pick<UpstreamCall, "request">>(call: Call, chat: ChatRequest): Call {
  return { ...call, request: { ...call.request, chat: () => chat } };
}

type Files = ReadonlyMap<string, DownloadedFile>;

/** A small file that is referred to a thousand times would be sent a thousand times. */
function checkTotal(remote: readonly RemoteMedia[], files: Files, maxBytes: number): void {
  const total = remote.reduce((sum, { url }) => sum + (files.get(url)?.bytes ?? 0), 0);
  if (total > maxBytes)
    throw new RelayError("media.too-large", { limitMb: Math.round(maxBytes / (1024 * 1024)) });
}

function inlineOf({ kind, url }: RemoteMedia, files: Files) {
  const file = files.get(url);
  if (file === undefined) return undefined;
  const mediaType = mediaTypeOf(file.head, file.declaredType, kind);
  if (mediaType === undefined) throw new RelayError("media.wrong-type", { host: file.host, kind });
  return { kind: "inline", mediaType, base64: file.base64 } as const;
}
