import type { LedgerRow } from '../migrations/plan-migrations';

/** A table of a backup; its rows are in a separate file, in the text format of COPY. */
export interface StoredTable {
  readonly name: string;
  /** In the order of the file; columns that the server computes are left out. */
  readonly columns: readonly string[];
}

/** Where a sequence stood; null when it was never asked. */
export interface StoredSequence {
  readonly name: string;
  readonly lastValue: string | null;
}

/** The content of a Postgres backup apart from the rows. */
export interface PostgresDescription {
  readonly serverVersion: string;
  /** Which migrations the tables have had. */
  readonly ledger: readonly LedgerRow[];
  readonly tables: readonly StoredTable[];
  readonly sequences: readonly StoredSequence[];
}

/** Migrations make its rows; `ledger` lists them. */
export const LEDGER_TABLE = 'schema_migrations';

/** For names that come from the server's own catalogue, or from a backup's description. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function columnList({ columns }: StoredTable): string {
  return columns.map(quoted).join(', ');
}
