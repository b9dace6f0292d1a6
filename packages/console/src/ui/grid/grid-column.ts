import type { ReactNode } from 'react';
import type { CellType } from '../../queries/grid/cell-text';

/** A column of a grid. Keep the list of columns stable between renders: rows are drawn again when it changes. */
export interface GridColumn<Row> {
  /** Unique in the grid; widths are kept by it. */
  readonly id: string;
  readonly label: string;
  /** Shown below the label's tooltip, for example the type of a SQL column. */
  readonly note?: string;
  readonly type?: CellType;
  /** The width in pixels until the user resizes the column. */
  readonly width?: number;
  /** The raw value: shown by the column's type, unfolded and copied. */
  readonly value: (row: Row) => unknown;
  /** Own content instead of the value's text, for example a link. */
  readonly render?: (row: Row) => ReactNode;
  /** The sort order that the server used for this column; needs `onSort`. */
  readonly sorted?: 'ascending' | 'descending' | null;
  readonly onSort?: () => void;
}

export const DEFAULT_WIDTH = 180;
export const MIN_WIDTH = 56;
export const MAX_WIDTH = 1_200;
