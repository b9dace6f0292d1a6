import { defined } from '../defined';
import type { InsightFields, StoredQuery } from './insight';

/** The columns of the fields that are given. */
export function insightColumns(fields: Partial<InsightFields>) {
  return defined({
    name: fields.name,
    derived_name: fields.derivedName,
    description: fields.description,
    query: queryColumn(fields.query),
    tags: fields.tags && [...fields.tags],
    order: fields.order,
    favorited: fields.favorited,
    saved: fields.saved,
    deleted: fields.deleted,
  });
}

function queryColumn(query: StoredQuery | null | undefined): string | null | undefined {
  return query === undefined || query === null ? query : JSON.stringify(query);
}
