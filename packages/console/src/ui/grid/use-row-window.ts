import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { useEffect, useState } from 'react';

const OVERSCAN = 8;

/** Determines which of the rows are visible. Their height is a token of the style sheet. */
export function useRowWindow(count: number, scroller: RefObject<HTMLElement | null>) {
  const [rowHeight, setRowHeight] = useState(32);
  useEffect(() => {
    setRowHeight(tokenPixels('--row'));
  }, []);
  // Rows are memoised by their own properties, so the virtualizer need not be memoised.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollPaddingStart: rowHeight,
    scrollPaddingEnd: 8,
  });
  useEffect(() => {
    virtualizer.measure();
  }, [virtualizer, rowHeight]);
  return { virtualizer, rowHeight };
}

function tokenPixels(name: string): number {
  return parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name)) || 32;
}
