/** A fresh id with the vendor's prefix, such as `chatcmpl-`. */
export function newReplyId(prefix: string): string {
  return prefix + crypto.randomUUID().replaceAll("-", "");
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
