import type { SavedViewColumn } from '@tidemark/contracts';
import type { SavedViewTable } from '../schema';
import { fieldTable, json, own } from '../field-table';
import type { Settable } from '../field-table';

/** A named statement, which other statements can read like a table. */
export interface SavedView {
  /** UUID. */
  readonly id: string;
  readonly name: string;
  /** HogQL text. */
  readonly query: string;
  /** The columns when the view was last saved. */
  readonly columns: readonly SavedViewColumn[];
  readonly createdById: number | null;
  readonly createdAt: Date;
}

/** The stored fields of a view. */
export const SAVED_VIEW_FIELDS = fieldTable<SavedView, SavedViewTable>()({
  id: own('id'),
  name: 'name',
  query: 'query',
  columns: json('columns'),
  createdById: own('created_by_id'),
  createdAt: own('created_at'),
});

export const { fromRow: toSavedView } = SAVED_VIEW_FIELDS;

/** The fields that clients may set. */
export type SavedViewFields = Settable<typeof SAVED_VIEW_FIELDS>;
