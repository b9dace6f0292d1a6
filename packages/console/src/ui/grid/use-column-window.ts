import type { RefObject } from 'react';
import { useCallback, useLayoutEffect, useState } from 'react';
import type { ColumnWindow } from '../../queries/grid/column-window';
import { columnWindow } from '../../queries/grid/column-window';

/** In pixels. A page with a few columns has all of them in the document. */
const BEYOND = 400;
/** The visible width is rounded, so that a resize does not render the rows at each pixel. */
const STEP = 100;

/**
 * Determines which columns are drawn. A frame that draws the cells of all columns of a wide result takes too long.
 *
 * @returns the drawn columns, and a handler for scrolling
 */
export function useColumnWindow(
  scroller: RefObject<HTMLElement | null>,
  widths: readonly number[],
): readonly [drawn: ColumnWindow, onScroll: () => void] {
  const [view, setView] = useState({ left: 0, width: 1_600 });
  const read = useCallback((): void => {
    const { scrollLeft = 0, clientWidth = 0 } = scroller.current ?? {};
    const left = Math.floor(scrollLeft / STEP) * STEP;
    const width = Math.ceil(clientWidth / STEP) * STEP + STEP;
    setView((old) => (old.left === left && old.width === width ? old : { left, width }));
  }, [scroller]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, read]);
  return [columnWindow(widths, view, BEYOND), read];
}
