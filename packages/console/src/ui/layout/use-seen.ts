import type { RefObject } from 'react';
import { useEffect, useState } from 'react';
import { usePaper } from '../paper/paper';

/** Becomes true when the element first comes near the visible part of the page, or when the page is printed. */
export function useSeen(place: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  const isOnPaper = usePaper();
  // Elements that were shown for printing stay shown afterwards.
  if (isOnPaper && !isSeen) setSeen(true);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        setSeen(true);
        observer.disconnect();
      },
      { rootMargin: '200px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return isSeen;
}
