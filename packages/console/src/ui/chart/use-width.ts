import { useEffect, useState } from 'react';

/** The width of an element in pixels, as it changes; 0 before it is drawn. */
export function useWidth(place: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return width;
}
