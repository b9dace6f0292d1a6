import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { useEffect, useState } from 'react';

const OVERSCAN = 8;

/** The visible rows of the given number of rows; the style sheet sets their height. */
export function useRowWindow(count: number, scroller: RefObject<HTMLElement | null>) {
  const [rowHeight, setRowHeight] = useState(32);
  useEffect(() => {
    setRowHeight(tokenPixels('--row'));
  }, []);
  // Rows are memoised by their own properties, so that nothing here depends on memoising the virtualizer.
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
