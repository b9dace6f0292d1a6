import { memo } from 'react';
import { classNames } from '../class-names';
import { CellContent, isRightAligned } from './grid-cell';
import type { GridColumn } from './grid-column';
import styles from './grid.module.css';

interface GridRowProps<Row> {
  readonly gridId: string;
  readonly row: Row;
  readonly index: number;
  readonly top: number;
  readonly columns: readonly GridColumn<Row>[];
  /** The first column that is drawn, and the one after the last. */
  readonly drawnFrom: number;
  readonly drawnTo: number;
  readonly zone: string;
  readonly projectZone: string;
  /**
   * The first and the last selected column; −1 if none is selected. They are numbers, so that memoised rows render only
   * if they change.
   */
  readonly selectedFrom: number;
  readonly selectedTo: number;
  readonly activeColumn: number;
  readonly isOpen: boolean;
  readonly isNew: boolean;
}

function GridRowOf<Row>(props: GridRowProps<Row>) {
  const { gridId, row, index, top, columns, zone, projectZone, isOpen, isNew } = props;
  const { selectedFrom, selectedTo, activeColumn, drawnFrom, drawnTo } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-current={isOpen || undefined}
      className={classNames(styles.row, isOpen && styles.open, isNew && styles.new)}
      style={{ transform: `translateY(${top}px)` }}
    >
      {columns.slice(drawnFrom, drawnTo).map((column, offset) => {
        const position = drawnFrom + offset;
        const { id, type = 'auto', render } = column;
        const value = column.value(row);
        const isSelected = position >= selectedFrom && position <= selectedTo;
        return (
          <div
            key={id}
            id={`${gridId}-${index}-${position}`}
            role="gridcell"
            aria-colindex={position + 1}
            aria-selected={isSelected}
            data-row={index}
            data-column={position}
            style={{ gridColumn: position + 1 }}
            className={classNames(
              styles.cell,
              isRightAligned(value, type) && styles.right,
              isSelected && styles.selected,
              position === activeColumn && styles.active,
            )}
          >
            {render === undefined ? (
              <CellContent value={value} type={type} zone={zone} projectZone={projectZone} />
            ) : (
              render(row)
            )}
          </div>
        );
      })}
    </div>
  );
}

/** A memoised row: it renders again only if one of its properties changes. */
export const GridRow = memo(GridRowOf) as typeof GridRowOf;
