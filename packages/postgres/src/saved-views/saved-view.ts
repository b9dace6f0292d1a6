import type { SavedViewColumn } from '@tidemark/contracts';
import type { Selectable } from 'kysely';
import type { SavedViewTable } from '../schema';

/** A statement with a name, which other statements read like a table. */
export interface SavedView {
  /** UUID. */
  readonly id: string;
  readonly name: string;
  /** HogQL text. */
  readonly query: string;
  /** As they were when the view was last saved. */
  readonly columns: readonly SavedViewColumn[];
  readonly createdById: number | null;
  readonly createdAt: Date;
}

/** The fields that a client may change; the columns follow from the query. */
export type SavedViewFields = Pick<SavedView, 'name' | 'query' | 'columns'>;

export function toSavedView(row: Selectable<SavedViewTable>): SavedView {
  return {
    id: row.id,
    name: row.name,
    query: row.query,
    columns: row.columns,
    createdById: row.created_by_id,
    createdAt: row.created_at,
  };
}
