import type { Selectable } from 'kysely';
import type { InsightTable } from '../schema';

/** A query node as it was sent; null when there is none. */
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
  /** Null once that user is gone. */
  readonly createdById: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** The user who last changed the query, the name or the description. */
  readonly lastModifiedById: number | null;
  readonly lastModifiedAt: Date;
}

/** The fields that a client may set. */
export type InsightFields = Pick<
  Insight,
  | 'name'
  | 'derivedName'
  | 'description'
  | 'query'
  | 'tags'
  | 'order'
  | 'favorited'
  | 'saved'
  | 'deleted'
>;

export function toInsight(row: Selectable<InsightTable>): Insight {
  return {
    id: row.id,
    projectId: row.project_id,
    shortId: row.short_id,
    name: row.name,
    derivedName: row.derived_name,
    description: row.description,
    query: row.query,
    tags: row.tags,
    order: row.order,
    favorited: row.favorited,
    saved: row.saved,
    deleted: row.deleted,
    createdById: row.created_by_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastModifiedById: row.last_modified_by_id,
    lastModifiedAt: row.last_modified_at,
  };
}
