import type { ReactNode } from 'react';
import styles from './table.module.css';

interface Column {
  readonly label: string;
  /** Whether the cells are numbers, which are aligned at the right. */
  readonly isNumber?: boolean;
}

/** A table that scrolls sideways if the page is narrower. */
export function Table(props: {
  /** A description of the rows for screen readers. */
  readonly label: string;
  readonly columns: readonly Column[];
  /** The rows. The first cell of each row must be a `<th scope="row">`. */
  readonly children: ReactNode;
}) {
  const { label, columns, children } = props;
  return (
    <div className={styles.scroller} tabIndex={0} role="region" aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col" data-number={column.isNumber || undefined}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** A cell with a number, formatted by the caller. */
export function NumberCell({ children }: { readonly children: ReactNode }) {
  return <td data-number>{children}</td>;
}

/** Additional text below or beside the main text of a cell. */
export function CellNote({ children }: { readonly children: ReactNode }) {
  return <div className={styles.note}>{children}</div>;
}
