import type { ClipboardEvent, CSSProperties, KeyboardEvent, ReactNode, Ref } from 'react';
import { lazy, useId, useImperativeHandle, useRef, useState } from 'react';
import { tsvOf, unfolds } from '../../queries/grid/cell-text';
import type { ColumnWindow } from '../../queries/grid/column-window';
import type { Cell, Selection } from '../../queries/grid/selection';
import { afterKey, rangeOf } from '../../queries/grid/selection';
import { classNames } from '../class-names';
import { Lazily } from '../state/lazily';
import type { GridColumn } from './grid-column';
import { GridHeader } from './grid-header';
import { GridRow } from './grid-row';
import { useAtTop } from './use-at-top';
import { useColumnWidths } from './use-column-widths';
import { useColumnWindow } from './use-column-window';
import { useGridPointer } from './use-grid-pointer';
import { useRowWindow } from './use-row-window';
import { useSelection } from './use-selection';
import type { UnfoldedValue } from './value-dialog';
import styles from './grid.module.css';

// Loaded when first used, because the grid shows its rows without it.
const ValueDialog = lazy(async () => ({ default: (await import('./value-dialog')).ValueDialog }));

export interface GridHandle {
  readonly scrollToTop: () => void;
}

export interface DataGridProps<Row> {
  /** A description of the rows for screen readers. */
  readonly label: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly rows: readonly Row[];
  /** The project's time zone. Timestamps are shown in it unless `zone` is set. */
  readonly projectZone: string;
  readonly zone?: string;
  /** The key of a row, needed if rows are inserted before others; by default the index. */
  readonly keyOf?: (row: Row, index: number) => string | number;
  /** Called on Enter or a click on a row. Without it, Enter shows the whole value. */
  readonly onOpen?: (row: Row, index: number) => void;
  /** The key of the row that is shown beside the grid. */
  readonly openKey?: string | number | null;
  /** The keys of rows that have just been added. */
  readonly newKeys?: ReadonlySet<string | number>;
  /** Whether the rows belong to an earlier response. */
  readonly dimmed?: boolean;
  /** Shown below the rows, for example the number of rows or a button for the next page. */
  readonly footer?: ReactNode;
  /** Shown if there are no rows. */
  readonly empty?: ReactNode;
  /** The key under which column widths are stored in this browser. */
  readonly widthsKey?: string;
  /** Called when the first row becomes visible or hidden by scrolling. */
  readonly onAtTop?: (isAtTop: boolean) => void;
  readonly handle?: Ref<GridHandle>;
}

/**
 * A grid that renders only visible rows. Arrows, j and k, Home, End and Page keys move the active cell; Shift extends a
 * range; Ctrl C copies it as TSV; Space shows a whole value; Alt with left and right resizes the column. The grid has
 * the height of its container.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { label, columns, rows, projectZone, zone = projectZone, keyOf = byIndex, onOpen } = props;
  const { openKey = null, newKeys, dimmed = false, footer, empty } = props;
  const { widthsKey, onAtTop, handle } = props;
  const gridId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  useImperativeHandle(handle, () => ({
    scrollToTop: () => scroller.current?.scrollTo({ top: 0 }),
  }));
  const [unfolded, setUnfolded] = useState<UnfoldedValue | null>(null);
  const widths = useColumnWidths(widthsKey);
  const [selection, select] = useSelection(rows, keyOf);
  const { virtualizer, rowHeight } = useRowWindow(rows.length, scroller);
  const noteTop = useAtTop(scroller, rowHeight, onAtTop);
  const columnWidths = columns.map((column) => widths.of(column));
  const [drawn, noteLeft] = useColumnWindow(scroller, columnWidths);

  const unfold = ({ row, column }: Cell): void => {
    const at = columns[column];
    const entry = rows[row];
    if (at === undefined || entry === undefined) return;
    setUnfolded({ label: at.label, value: at.value(entry), type: at.type ?? 'auto' });
  };
  const open = (index: number): void => {
    const row = rows[index];
    if (row !== undefined) onOpen?.(row, index);
  };
  const pointer = useGridPointer(selection, {
    select,
    open: onOpen === undefined ? undefined : open,
    unfold,
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || rows.length === 0) return;
    const { active } = selection;
    const column = columns[active.column];
    if (event.altKey) {
      const step = event.key === 'ArrowRight' ? 16 : event.key === 'ArrowLeft' ? -16 : 0;
      if (step === 0 || column === undefined) return;
      event.preventDefault();
      widths.set(column.id, widths.of(column) + step);
      return;
    }
    const row = rows[active.row];
    if (event.key === 'Enter' && onOpen !== undefined) {
      event.preventDefault();
      open(active.row);
      return;
    }
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (row !== undefined && column !== undefined && canUnfold(column, row)) unfold(active);
      return;
    }
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
    const pressed = {
      key: event.key,
      shift: event.shiftKey,
      command: event.ctrlKey || event.metaKey,
    };
    const next = afterKey(selection, pressed, { rows: rows.length, columns: columns.length }, page);
    if (next === null) return;
    event.preventDefault();
    select(next);
    // Ctrl A selects all cells without scrolling.
    if (pressed.key.toLowerCase() !== 'a') {
      virtualizer.scrollToIndex(next.active.row);
      showColumn(scroller.current, columns, widths.of, next.active.column);
    }
  };

  const onCopy = (event: ClipboardEvent): void => {
    if (event.target !== event.currentTarget || rows.length === 0) return;
    event.clipboardData.setData('text/plain', tsvOf(cellsIn(selection, columns, rows)));
    event.preventDefault();
  };

  const range = rangeOf(selection);
  const isEmpty = rows.length === 0;
  const shownRows = virtualizer.getVirtualItems();
  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length}
        aria-multiselectable
        aria-busy={dimmed}
        aria-activedescendant={isEmpty ? undefined : activeId(gridId, selection, shownRows, drawn)}
        tabIndex={0}
        className={classNames(styles.grid, dimmed && styles.dimmed)}
        style={sizesOf(columnWidths)}
        onKeyDown={onKeyDown}
        onCopy={onCopy}
        onScroll={() => {
          noteTop();
          noteLeft();
        }}
      >
        <GridHeader columns={columns} widths={widths} />
        {isEmpty && (
          // A grid may contain only rows, so the text for an empty grid is in a row.
          <div role="row" className={styles.empty}>
            <div role="gridcell">{empty}</div>
          </div>
        )}
        <div
          role="rowgroup"
          className={styles.body}
          style={{ height: virtualizer.getTotalSize() }}
          {...pointer}
        >
          {shownRows.map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const key = keyOf(row, index);
            const isSelected = index >= range.top && index <= range.bottom;
            return (
              <GridRow
                key={key}
                gridId={gridId}
                row={row}
                index={index}
                top={start}
                columns={columns}
                drawnFrom={drawn[0]}
                drawnTo={drawn[1]}
                zone={zone}
                projectZone={projectZone}
                selectedFrom={isSelected ? range.left : -1}
                selectedTo={isSelected ? range.right : -1}
                activeColumn={index === selection.active.row ? selection.active.column : -1}
                isOpen={openKey !== null && key === openKey}
                isNew={newKeys?.has(key) ?? false}
              />
            );
          })}
        </div>
      </div>
      {footer !== undefined && <div className={styles.footer}>{footer}</div>}
      {unfolded !== null && (
        <Lazily>
          <ValueDialog unfolded={unfolded} onClose={() => setUnfolded(null)} />
        </Lazily>
      )}
    </div>
  );
}

/** The id of the active cell; undefined if it is scrolled out of view, because then it is not in the document. */
function activeId(
  gridId: string,
  { active }: Selection,
  shownRows: readonly { readonly index: number }[],
  [from, to]: ColumnWindow,
): string | undefined {
  const isDrawn = active.column >= from && active.column < to;
  return isDrawn && shownRows.some(({ index }) => index === active.row)
    ? `${gridId}-${active.row}-${active.column}`
    : undefined;
}

/** The widths of the columns, and their sum, as properties of the style sheet. */
function sizesOf(widths: readonly number[]): CSSProperties {
  const total = widths.reduce((sum, width) => sum + width, 0);
  const template = widths.map((width) => `${width}px`).join(' ');
  return { ['--grid-columns' as string]: template, ['--grid-width' as string]: `${total}px` };
}

function byIndex(_row: unknown, index: number): number {
  return index;
}

/** The values of the selected cells, row by row. */
function cellsIn<Row>(
  selection: Selection,
  columns: readonly GridColumn<Row>[],
  rows: readonly Row[],
): unknown[][] {
  const { top, bottom, left, right } = rangeOf(selection);
  const chosen = columns.slice(left, right + 1);
  return rows.slice(top, bottom + 1).map((row) => chosen.map((column) => column.value(row)));
}

function canUnfold<Row>(column: GridColumn<Row>, row: Row): boolean {
  const { type = 'auto' } = column;
  const value = column.value(row);
  return unfolds(value, type) || typeof value === 'string';
}

/** Scrolls sideways until the column is in view. */
function showColumn<Row>(
  scroller: HTMLElement | null,
  columns: readonly GridColumn<Row>[],
  widthOf: (column: GridColumn<Row>) => number,
  index: number,
): void {
  if (scroller === null) return;
  const left = columns.slice(0, index).reduce((sum, column) => sum + widthOf(column), 0);
  const column = columns[index];
  const right = left + (column === undefined ? 0 : widthOf(column));
  if (left < scroller.scrollLeft) scroller.scrollLeft = left;
  else if (right > scroller.scrollLeft + scroller.clientWidth) {
    scroller.scrollLeft = right - scroller.clientWidth;
  }
}
