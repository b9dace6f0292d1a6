import type { PreparedQuery } from '../prepared-query';

const LISTS_TABLES = /information_schema/i;

/**
 * Whether the result of a query is stored. A statement that lists the tables of a project is always computed: it
 * shows a table or view as soon as that exists (`docs/wire/query.md#unreadable-entry`).
 */
export function isStored({ kind, request }: Pick<PreparedQuery, 'kind' | 'request'>): boolean {
  if (kind.staleness === 'not_stored') return false;
  const { query: statement } = request.query;
  return typeof statement !== 'string' || !LISTS_TABLES.test(statement);
}
