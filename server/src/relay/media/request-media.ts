import type { ClientPresence } from "../client-presence.ts";
import { RelayError } from "../relay-error.ts";
import { startDownload } from "./media-download.ts";
import type { Download, DownloadBudget, DownloadedFile, MediaFetching } from "./media-download.ts";

/** The files that one request refers to by their address. Each is fetched once, however often and for whomever it is needed. */
export interface RequestMedia {
  /** By address. Rejects with RelayError `media.*`, or UpstreamFault when the client leaves. */
  files(urls: ReadonlySet<string>, client: ClientPresence): Promise<ReadonlyMap<string, DownloadedFile>>;
  /** For a request, all its files together; 0 = none. */
  readonly maxBytes: number;
}

/** Costs next to nothing until files are asked for. */
export function createRequestMedia(fetching: MediaFetching): RequestMedia {
  return new FetchedMedia(fetching);
}

/** A class, because every call makes one. */
class FetchedMedia implements RequestMedia {
  readonly #fetching: MediaFetching;
  #begun: Begun | undefined;

  constructor(fetching: MediaFetching) {
    this.#fetching = fetching;
  }

  get maxBytes(): number {
    return this.#fetching.maxBytes;
  }

  files(urls: ReadonlySet<string>, client: ClientPresence): Promise<ReadonlyMap<string, DownloadedFile>> {
    this.#begun ??= { downloads: new Map(), budget: { leftBytes: this.maxBytes } };
    return filesOf(this.#begun, this.#fetching, { urls, client });
  }
}

/** What a request has begun to fetch, by address, and how much it still may. */
interface Begun {
  readonly downloads: Map<string, Download>;
  readonly budget: DownloadBudget;
}

async function filesOf(
  { downloads, budget }: Begun,
  fetching: MediaFetching,
  { urls, client }: { urls: ReadonlySet<string>; client: ClientPresence },
): Promise<ReadonlyMap<string, DownloadedFile>> {
  const { maxBytes, maxFiles } = fetching;
  if (maxBytes === 0) throw new RelayError("media.not-fetched");
  if (urls.size > maxFiles) throw new RelayError("media.too-many", { limit: maxFiles });
  for (const url of urls) if (!downloads.has(url)) downloads.set(url, startDownload(url, budget, fetching));
  const stop = () => {
    for (const { abort } of downloads.values()) abort();
  };
  client.watch(stop);
  try {
    const wanted = [...urls].flatMap((url) => downloads.get(url) ?? []);
    const files = await Promise.all(wanted.map(({ file }) => file));
    return new Map([...urls].flatMap((url, index) => (files[index] ? [[url, files[index]] as const] : [])));
  } catch (error) {
    // One that fails is enough to refuse the request.
    stop();
    throw error;
  } finally {
    client.unwatch();
  }
}
