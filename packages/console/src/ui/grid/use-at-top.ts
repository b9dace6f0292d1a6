import type { RefObject } from 'react';
import { useRef } from 'react';

/** @returns a handler of scrolling that says when the first row comes into view, or leaves it */
export function useAtTop(
  scroller: RefObject<HTMLElement | null>,
  rowHeight: number,
  onAtTop: ((isAtTop: boolean) => void) | undefined,
): () => void {
  const wasAtTop = useRef(true);
  return () => {
    const isAtTop = (scroller.current?.scrollTop ?? 0) < rowHeight;
    if (isAtTop === wasAtTop.current) return;
    wasAtTop.current = isAtTop;
    onAtTop?.(isAtTop);
  };
}
