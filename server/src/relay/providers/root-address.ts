/**
 * `root` (such as `/v1`) under a channel's address. People paste addresses with and without the version, so one that ends
 * with a part of the root already, or with its version, is not given it a second time.
 */
export function rootAddress(baseUrl: string, root: string): string {
  return (
    siteAddress(baseUrl, root) + (hasVersionOf(baseUrl, root) ? baseUrl.slice(siteOf(baseUrl, root)) : root)
  );
}

/** The address without whatever it has of `root`: where the vendor's other roots are. */
export function siteAddress(baseUrl: string, root: string): string {
  return baseUrl.slice(0, siteOf(baseUrl, root));
}

/** How long the address is without the part of `root` that it ends with. */
function siteOf(baseUrl: string, root: string): number {
  const segments = root.split("/").slice(1);
  for (let count = segments.length; count > 0; count--) {
    const start = `/${segments.slice(0, count).join("/")}`;
    if (baseUrl.endsWith(start)) return baseUrl.length - start.length;
  }
  return hasVersionOf(baseUrl, root) ? baseUrl.lastIndexOf("/") : baseUrl.length;
}

function hasVersionOf(baseUrl: string, root: string): boolean {
  return root !== "" && baseUrl.endsWith(root.slice(root.lastIndexOf("/")));
}
