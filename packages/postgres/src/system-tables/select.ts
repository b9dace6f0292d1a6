import type { Database } from '../database';

/** A row with its column names, as the driver returns it. */
export type SystemTableRow = Readonly<Record<string, unknown>>;

/** Selects at most `limit` rows of one project, in a stable order. */
export type SystemTableSelect = (
  db: Database['db'],
  projectId: number,
  limit: number,
) => Promise<readonly SystemTableRow[]>;
