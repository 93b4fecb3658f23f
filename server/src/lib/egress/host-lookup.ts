/** All addresses of a host name. Rejects when there are none. */
export type HostLookup = (hostname: string) => Promise<readonly string[]>;

const LOOKUP_TIMEOUT_MS = 5000;

/**
 * Asks the system's resolver, as a plain connection would (hosts file, search domains and all). IPv4 comes first: one
 * address is tried at a time, and a host without an IPv6 route is more common than one without IPv4.
 */
export const lookupHost: HostLookup = async (hostname) => {
  const expiry = Promise.withResolvers<never>();
  const timer = setTimeout(() => expiry.reject(new Error("the lookup took too long")), LOOKUP_TIMEOUT_MS);
  try {
    const found = await Promise.race([
      Bun.dns.lookup(hostname, { backend: "libc", socketType: "tcp" }),
      expiry.promise,
    ]);
    const inOrder = found.toSorted((left, right) => left.family - right.family);
    return [...new Set(inOrder.map((entry) => entry.address))];
  } finally {
    clearTimeout(timer);
  }
};
