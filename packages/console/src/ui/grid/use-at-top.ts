import type { RefObject } from 'react';
import { useRef } from 'react';

/** @returns a scroll handler that reports when the first row becomes visible or hidden */
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
