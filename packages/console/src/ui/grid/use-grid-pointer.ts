import type { MouseEvent, PointerEvent } from 'react';
import { useRef } from 'react';
import type { Cell, Selection } from '../../queries/grid/selection';

interface Actions {
  readonly select: (next: Selection) => void;
  readonly open?: (row: number) => void;
  readonly unfold: (cell: Cell) => void;
}

/** Pointer handlers for the rows: a click opens a row or selects a cell; dragging or Shift selects a range. */
export function useGridPointer(selection: Selection, actions: Actions) {
  const dragFrom = useRef<Cell | null>(null);
  const wasDragged = useRef(false);
  return {
    onPointerDown(event: PointerEvent): void {
      const cell = cellAt(event.target);
      if (cell === null || event.button !== 0 || isControl(event.target)) return;
      wasDragged.current = false;
      // Only a mouse can drag, because touch scrolls.
      dragFrom.current = event.pointerType === 'mouse' ? cell : null;
      if (event.shiftKey) {
        event.preventDefault();
        wasDragged.current = true;
        actions.select({ active: cell, anchor: selection.anchor });
      } else actions.select({ active: cell, anchor: cell });
    },
    onPointerOver(event: PointerEvent): void {
      const from = dragFrom.current;
      if (from === null) return;
      if (event.buttons !== 1) {
        dragFrom.current = null;
        return;
      }
      const cell = cellAt(event.target);
      if (cell === null || (cell.row === from.row && cell.column === from.column)) return;
      wasDragged.current = true;
      actions.select({ active: cell, anchor: from });
    },
    onClick(event: MouseEvent): void {
      const cell = cellAt(event.target);
      if (cell === null) return;
      if (event.target instanceof Element && event.target.closest('[data-unfold]') !== null) {
        actions.select({ active: cell, anchor: cell });
        actions.unfold(cell);
      } else if (!wasDragged.current && !isControl(event.target)) actions.open?.(cell.row);
    },
    onDoubleClick(event: MouseEvent): void {
      const cell = cellAt(event.target);
      if (cell !== null && actions.open === undefined) actions.unfold(cell);
    },
  };
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input') !== null;
}

function cellAt(target: EventTarget): Cell | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  if (element === null) return null;
  return { row: Number(element.dataset['row']), column: Number(element.dataset['column']) };
}
