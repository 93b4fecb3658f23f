import { useEffect, useRef, type RefObject } from "react";

/** Marks an element with `data-overflow` while more of it lies to the right. */
export function useOverflow(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const mark = () => {
      const hasMore = element.scrollLeft + element.clientWidth < element.scrollWidth - 1;
      element.toggleAttribute("data-overflow", hasMore);
    };
    const observer = new ResizeObserver(mark);
    observer.observe(element);
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild);
    element.addEventListener("scroll", mark, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", mark);
    };
  }, []);
  return ref;
}
