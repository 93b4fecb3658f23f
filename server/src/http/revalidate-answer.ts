const VERSION_CHARACTERS = 32;

/**
 * Gives an answer the version of its content as an ETag, and answers 304 to a caller who has that version already:
 * what programs poll is sent again only when it has changed. Each reader has an answer of his own, so no shared cache
 * may keep it.
 */
export async function revalidateAnswer(request: Request, response: Response): Promise<Response> {
  const body = await response.arrayBuffer();
  const { status, headers } = response;
  const version = new Bun.CryptoHasher("sha256").update(body).digest("hex").slice(0, VERSION_CHARACTERS);
  // Weak: compressed or not, it is the same answer.
  headers.set("etag", `W/"${version}"`);
  headers.set("cache-control", "private, no-cache");
  if (!hasVersion(request.headers.get("if-none-match"), version))
    return new Response(body, { status, headers });
  headers.delete("content-type");
  return new Response(null, { status: 304, headers });
}

function hasVersion(ifNoneMatch: string | null, version: string): boolean {
  return (ifNoneMatch ?? "").split(",").some((tag) => /^\s*(?:W\/)?"([^"]*)"\s*$/.exec(tag)?.[1] === version);
}
