import { HttpSyntaxError } from "./http-syntax-error.ts";

const LINE_END = Buffer.from("\r\n");

/** Reads one request's body. */
export interface BodyReader {
  /** Takes what belongs to the body and gives the rest back. */
  take(bytes: Buffer): Buffer;
  /** The body, undefined while it is incomplete. */
  whole(): Buffer | undefined;
}

/** The reader for the framing the headers declare. Throws HttpSyntaxError if they declare it wrongly. */
export function createBodyReader(headers: Readonly<Record<string, string>>): BodyReader {
  if (headers["transfer-encoding"]?.toLowerCase().endsWith("chunked")) return createChunkedBodyReader();
  const declared = headers["content-length"] ?? "0";
  if (!/^\d+$/.test(declared)) throw new HttpSyntaxError(`Not a Content-Length: ${declared}`);
  return createSizedBodyReader(Number(declared));
}

function createSizedBodyReader(sizeBytes: number): BodyReader {
  const pieces: Buffer[] = [];
  let missingBytes = sizeBytes;
  return {
    take(bytes) {
      const piece = bytes.subarray(0, missingBytes);
      if (piece.length > 0) pieces.push(piece);
      missingBytes -= piece.length;
      return bytes.subarray(piece.length);
    },
    whole() {
      return missingBytes === 0 ? joined(pieces) : undefined;
    },
  };
}

function createChunkedBodyReader(): BodyReader {
  const pieces: Buffer[] = [];
  let state: "size" | "data" | "data-end" | "trailers" | "done" = "size";
  let missingBytes = 0;

  function takeLine(line: string): void {
    if (state === "trailers") {
      if (line === "") state = "done";
    } else if (state === "data-end") {
      if (line !== "") throw new HttpSyntaxError("A chunk is longer than its size.");
      state = "size";
    } else {
      const size = line.split(";", 1)[0]?.trim() ?? "";
      if (!/^[0-9a-f]+$/i.test(size)) throw new HttpSyntaxError(`Not a chunk size: ${line}`);
      missingBytes = Number.parseInt(size, 16);
      state = missingBytes === 0 ? "trailers" : "data";
    }
  }

  return {
    take(bytes) {
      let rest = bytes;
      while (state !== "done") {
        if (state === "data") {
          if (rest.length === 0) break;
          const piece = rest.subarray(0, missingBytes);
          pieces.push(piece);
          missingBytes -= piece.length;
          rest = rest.subarray(piece.length);
          if (missingBytes === 0) state = "data-end";
        } else {
          const end = rest.indexOf(LINE_END);
          if (end === -1) break;
          takeLine(rest.toString("latin1", 0, end));
          rest = rest.subarray(end + LINE_END.length);
        }
      }
      return rest;
    },
    whole() {
      return state === "done" ? joined(pieces) : undefined;
    },
  };
}

function joined(pieces: readonly Buffer[]): Buffer {
  const [first] = pieces;
  return pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces);
}
