import type { ReactNode } from 'react';
import { levelOf } from './geometry';
import { Value } from './series-table';
import styles from './shaded-table.module.css';

/** A value of the table with its shade and label. */
export interface ShadedCell {
  /** The value; null for an empty cell. */
  readonly value: number | null;
  /** The number that determines the shade; by default `value`. */
  readonly weight?: number;
  /** Whether the period of the cell is incomplete, so that its value can still grow. */
  readonly isRunning?: boolean;
  /** The complete text for screen readers. */
  readonly label: string;
  readonly onOpen: (() => void) | null;
}

interface ShadedRow {
  readonly key: string;
  readonly title: ReactNode;
  /** Cells without a shade, between the heading of the row and its shaded cells. */
  readonly lead?: readonly ShadedCell[];
  readonly cells: readonly ShadedCell[];
}

interface ShadedTableProps {
  readonly label: string;
  /** The heading of the first column. */
  readonly corner: string;
  /** The headings of the columns without a shade. */
  readonly leadColumns?: readonly string[];
  readonly columns: readonly string[];
  readonly rows: readonly ShadedRow[];
  /** The last row, separated by a line. */
  readonly footer?: ShadedRow;
  /** Formats a value; by default as a number. */
  readonly words?: (value: number) => string;
}

/** A table in which a darker cell has a larger value. */
export function ShadedTable(props: ShadedTableProps) {
  const { label, corner, leadColumns = [], columns, rows, footer, words } = props;
  const weights = rows.flatMap((row) => row.cells.map((cell) => cell.weight ?? cell.value ?? 0));
  const largest = Math.max(0, ...weights);
  const line = (row: ShadedRow, isShaded: boolean) => (
    <tr key={row.key}>
      <th scope="row">{row.title}</th>
      {(row.lead ?? []).map((cell, at) => (
        <td key={`lead-${at}`}>
          <Value value={cell.value ?? undefined} label={cell.label} onOpen={cell.onOpen} />
        </td>
      ))}
      {row.cells.map((cell, at) => (
        <td
          key={at}
          data-level={isShaded ? levelOf(cell.weight ?? cell.value ?? 0, largest) : undefined}
          data-running={cell.isRunning}
          title={cell.isRunning === true ? 'This period is still running.' : undefined}
        >
          {cell.value !== null && (
            <Value value={cell.value} words={words} label={cell.label} onOpen={cell.onOpen} />
          )}
        </td>
      ))}
    </tr>
  );
  return (
    <div className={styles.frame} tabIndex={0} role="region" aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            {[...leadColumns, ...columns].map((name, at) => (
              <th key={at} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows.map((row) => line(row, true))}</tbody>
        {footer !== undefined && <tfoot>{line(footer, false)}</tfoot>}
      </table>
    </div>
  );
}
