import { useCallback, useSyncExternalStore } from "react";

/** Width below which the console shows cards and a sheet menu: the spec's mobile threshold. */
const MOBILE_QUERY = "(max-width: 599.98px)";

/** Whether a media query holds now; follows changes. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}

export const useIsMobile = () => useMediaQuery(MOBILE_QUERY);
