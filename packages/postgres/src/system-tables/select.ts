import type { Database } from '../database';

/** A row by the names of its columns, as the driver gives it. */
export type SystemTableRow = Readonly<Record<string, unknown>>;

/** Rows of one project, at most `limit`, in a stable order. */
export type SystemTableSelect = (
  db: Database['db'],
  projectId: number,
  limit: number,
) => Promise<readonly SystemTableRow[]>;
