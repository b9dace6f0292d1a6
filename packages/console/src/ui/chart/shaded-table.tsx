import type { ReactNode } from 'react';
import { levelOf } from './geometry';
import { Value } from './series-table';
import styles from './shaded-table.module.css';

/** A value of the table, and how it is drawn. */
export interface ShadedCell {
  /** Null: the table has no value here. */
  readonly value: number | null;
  /** What the shade says; `value` without it. */
  readonly weight?: number;
  /** The period of the cell has not ended: its value grows. */
  readonly isRunning?: boolean;
  /** In full, for screen readers. */
  readonly label: string;
  readonly onOpen: (() => void) | null;
}

interface ShadedRow {
  readonly key: string;
  readonly title: ReactNode;
  /** Values that are not shaded, between the name of the row and its cells. */
  readonly lead?: readonly ShadedCell[];
  readonly cells: readonly ShadedCell[];
}

interface ShadedTableProps {
  readonly label: string;
  /** What the first column holds. */
  readonly corner: string;
  /** Names of the columns that are not shaded. */
  readonly leadColumns?: readonly string[];
  readonly columns: readonly string[];
  readonly rows: readonly ShadedRow[];
  /** A last row, below a line. */
  readonly footer?: ShadedRow;
  /** What a cell's value is called in words; a number without it. */
  readonly words?: (value: number) => string;
}

/** A table whose cells are the darker, the larger they are. */
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
