import type { ReactNode } from 'react';
import type { CellType } from '../../queries/grid/cell-text';

/**
 * A column of a grid. Callers must pass the same list of columns until it changes, because another list renders all
 * rows again.
 */
export interface GridColumn<Row> {
  /** Unique in the grid. The width is stored under it. */
  readonly id: string;
  readonly label: string;
  /** Additional text in the tooltip of the heading, for example the type of a SQL column. */
  readonly note?: string;
  readonly type?: CellType;
  /** The width in pixels until the user resizes the column. */
  readonly width?: number;
  /** Returns the raw value, which is shown as `type` requires, unfolded and copied. */
  readonly value: (row: Row) => unknown;
  /** Renders custom content instead of the text of the value, for example a link. */
  readonly render?: (row: Row) => ReactNode;
  /** The sort order that the server used for this column; needs `onSort`. */
  readonly sorted?: 'ascending' | 'descending' | null;
  readonly onSort?: () => void;
}

export const DEFAULT_WIDTH = 180;
export const MIN_WIDTH = 56;
export const MAX_WIDTH = 1_200;
