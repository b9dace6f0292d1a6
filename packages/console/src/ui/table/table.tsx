import type { ReactNode } from 'react';
import styles from './table.module.css';

interface Column {
  readonly label: string;
  /** Its cells are numbers, at the right. */
  readonly isNumber?: boolean;
}

/** A table of a page. It scrolls sideways where the page is narrower than it. */
export function Table(props: {
  /** A description of the rows for screen readers. */
  readonly label: string;
  readonly columns: readonly Column[];
  /** Rows: the first cell of each is a `<th scope="row">`. */
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

/** Text below or beside the main text of a cell. */
export function CellNote({ children }: { readonly children: ReactNode }) {
  return <div className={styles.note}>{children}</div>;
}
