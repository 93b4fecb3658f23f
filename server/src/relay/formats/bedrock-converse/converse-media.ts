import type { LossList } from "../chat/chat-loss.ts";
import type { FilePart, ImagePart, MediaSource, VideoPart } from "../chat/chat-part.ts";
import { namedValue } from "../chat/named-value.ts";
import type { Fields } from "../reported-usage.ts";

const DIALECT = "bedrock-converse";

/** Formats of documents by media type: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_DocumentBlock.html */
const DOCUMENTS: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "text/csv": "csv",
  "application/msword": "doc",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "application/vnd.ms-excel": "xls",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  "text/html": "html",
  "text/plain": "txt",
  "text/markdown": "md",
};

/** The media type of a document's format. */
export function documentType(format: string): string {
  return Object.entries(DOCUMENTS).find(([, known]) => known === format)?.[0] ?? `application/${format}`;
}

type Inline = Extract<MediaSource, { kind: "inline" }>;

/** The bytes; a loss where there is only an address. */
function inline(source: MediaSource, path: string, losses: LossList): Inline | undefined {
  if (source.kind === "inline") return source;
  losses.leftOut(path, `${DIALECT} takes media as bytes only`);
  return undefined;
}

export function encodeImage({ source }: ImagePart, path: string, losses: LossList): Fields[] {
  return medium("image", source, path, losses);
}

export function encodeVideo({ source }: VideoPart, path: string, losses: LossList): Fields[] {
  return medium("video", source, path, losses);
}

function medium(kind: "image" | "video", source: MediaSource, path: string, losses: LossList): Fields[] {
  const found = inline(source, path, losses);
  if (!found) return [];
  const format = found.mediaType.replace(/^[^/]*\//, "").replace(/^jpg$/, "jpeg");
  if (found.mediaType !== `${kind}/${format}`)
    losses.changed(`${path}.source.mediaType`, `${DIALECT} names formats`);
  return [{ [kind]: { format, source: { bytes: found.base64 } } }];
}

/** The vendor demands a name, of few kinds of characters. */
export function encodeFile(part: FilePart, path: string, losses: LossList): Fields[] {
  const found = inline(part.source, path, losses);
  if (!found) return [];
  const { filename, context, citations } = part;
  const format = namedValue(DOCUMENTS, found.mediaType) ?? "txt";
  if (documentType(format) !== found.mediaType)
    losses.changed(`${path}.source.mediaType`, `${DIALECT} has no word for it`);
  const name = (filename ?? "document").replaceAll(/[^A-Za-z0-9()[\] -]+/g, "-").replaceAll(/ {2,}/g, " ");
  if (filename === undefined) losses.added(`${path}.filename`, `${DIALECT} demands a name`);
  else if (name !== filename) losses.changed(`${path}.filename`, "few characters are allowed here");
  return [
    {
      document: {
        format,
        name,
        source: { bytes: found.base64 },
        ...(context !== undefined && { context }),
        ...(citations !== undefined && { citations: { enabled: citations } }),
      },
    },
  ];
}
