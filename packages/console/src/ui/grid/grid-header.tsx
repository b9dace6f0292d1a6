import type { PointerEvent } from 'react';
import { Icon } from '../icon/icon';
import type { GridColumn } from './grid-column';
import { MAX_WIDTH, MIN_WIDTH } from './grid-column';
import type { ColumnWidths } from './use-column-widths';
import styles from './grid.module.css';

interface GridHeaderProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly widths: ColumnWidths;
}

/** The sticky row of column headings, with handles that resize the columns. */
export function GridHeader<Row>({ columns, widths }: GridHeaderProps<Row>) {
  return (
    <div role="rowgroup" className={styles.header}>
      <div role="row" aria-rowindex={1} className={styles.headerRow}>
        {columns.map((column, position) => (
          <div
            key={column.id}
            role="columnheader"
            aria-colindex={position + 1}
            aria-sort={column.onSort === undefined ? undefined : (column.sorted ?? 'none')}
            className={styles.headerCell}
            title={column.note === undefined ? column.label : `${column.label}\n${column.note}`}
          >
            <HeaderText column={column} />
            <div
              role="separator"
              aria-orientation="vertical"
              aria-label={`Width of ${column.label}`}
              aria-valuenow={widths.of(column)}
              aria-valuemin={MIN_WIDTH}
              aria-valuemax={MAX_WIDTH}
              className={styles.handle}
              onPointerDown={(event) => drag(event, column, widths)}
            />
          </div>
        ))}
      </div>
    </div>
  );
}

function HeaderText<Row>({ column }: { readonly column: GridColumn<Row> }) {
  const { label, sorted = null, onSort } = column;
  if (onSort === undefined) return <span className={styles.headerText}>{label}</span>;
  return (
    <button type="button" className={styles.sort} onClick={onSort}>
      <span className={styles.headerText}>{label}</span>
      {sorted !== null && (
        <Icon name={sorted === 'ascending' ? 'arrow-up' : 'arrow-down'} size={12} />
      )}
    </button>
  );
}

function drag<Row>(
  event: PointerEvent<HTMLElement>,
  column: GridColumn<Row>,
  widths: ColumnWidths,
): void {
  event.preventDefault();
  event.stopPropagation();
  const handle = event.currentTarget;
  const { clientX: from } = event;
  const width = widths.of(column);
  const move = ({ clientX }: globalThis.PointerEvent): void =>
    widths.set(column.id, width + clientX - from);
  const end = (): void => {
    handle.removeEventListener('pointermove', move);
    handle.removeEventListener('pointerup', end);
    handle.removeEventListener('pointercancel', end);
  };
  handle.setPointerCapture(event.pointerId);
  handle.addEventListener('pointermove', move);
  handle.addEventListener('pointerup', end);
  handle.addEventListener('pointercancel', end);
}
