/** The bytes are not an HTTP/1.1 request. */
export class HttpSyntaxError extends Error {
  override readonly name = "HttpSyntaxError";
}
