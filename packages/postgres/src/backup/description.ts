import type { LedgerRow } from '../migrations/plan-migrations';

/** A table of a backup; its rows are in a separate file, in the text format of COPY. */
export interface StoredTable {
  readonly name: string;
  /** In the order of the file; columns that the server computes are not included. */
  readonly columns: readonly string[];
}

/** The last value of a sequence; null if it was never used. */
export interface StoredSequence {
  readonly name: string;
  readonly lastValue: string | null;
}

/** The content of a Postgres backup apart from the rows. */
export interface PostgresDescription {
  readonly serverVersion: string;
  /** The migrations that were applied. */
  readonly ledger: readonly LedgerRow[];
  readonly tables: readonly StoredTable[];
  readonly sequences: readonly StoredSequence[];
}

/** The table of applied migrations. Its rows are not copied, because migrations write them. */
export const LEDGER_TABLE = 'schema_migrations';

/** Quotes an identifier from the server's catalogue or from a backup's description. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function columnList({ columns }: StoredTable): string {
  return columns.map(quoted).join(', ');
}
