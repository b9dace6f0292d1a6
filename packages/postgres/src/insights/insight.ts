import type { InsightTable } from '../schema';
import { fieldTable, json, own } from '../field-table';
import type { Settable } from '../field-table';

/** A query node as sent. */
export type StoredQuery = Readonly<Record<string, unknown>>;

/** A saved query. */
export interface Insight {
  readonly id: number;
  readonly projectId: number;
  /** Eight characters; unique in its project. */
  readonly shortId: string;
  readonly name: string | null;
  /** A name that a client derived from the query of an insight without a name. */
  readonly derivedName: string | null;
  readonly description: string | null;
  readonly query: StoredQuery | null;
  /** Lower case, without duplicates. */
  readonly tags: readonly string[];
  readonly order: number | null;
  readonly favorited: boolean;
  readonly saved: boolean;
  readonly deleted: boolean;
  /** Null after the user was deleted. */
  readonly createdById: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** The user who last changed the query, the name or the description. */
  readonly lastModifiedById: number | null;
  readonly lastModifiedAt: Date;
}

/** The stored fields of an insight. */
export const INSIGHT_FIELDS = fieldTable<Insight, InsightTable>()({
  id: own('id'),
  projectId: own('project_id'),
  shortId: own('short_id'),
  name: 'name',
  derivedName: 'derived_name',
  description: 'description',
  query: json('query'),
  tags: 'tags',
  order: 'order',
  favorited: 'favorited',
  saved: 'saved',
  deleted: 'deleted',
  createdById: own('created_by_id'),
  createdAt: own('created_at'),
  updatedAt: own('updated_at'),
  lastModifiedById: own('last_modified_by_id'),
  lastModifiedAt: own('last_modified_at'),
});

export const { fromRow: toInsight } = INSIGHT_FIELDS;

/** The fields that clients may set. */
export type InsightFields = Settable<typeof INSIGHT_FIELDS>;
