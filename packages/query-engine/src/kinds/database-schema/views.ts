import { printHogQL } from '@tidemark/hogql';
import type { SavedView } from '@tidemark/postgres';

/**
 * A saved view in the wire format, with the columns that it had when it was saved. Its text is included only for
 * callers that can read views: any caller may query one.
 */
export function describeSavedView(
  { id, name, query, columns }: SavedView,
  { showsQuery }: { readonly showsQuery: boolean },
): object {
  const fields = columns.map((column) => [
    column.name,
    {
      name: column.name,
      hogql_value: printHogQL({ type: 'Field', chain: [column.name], start: 0, end: 0 }),
      type: column.type,
      schema_valid: true,
    },
  ]);
  return {
    type: 'view',
    id,
    name,
    ...(showsQuery && { query: { kind: 'HogQLQuery', query } }),
    fields: Object.fromEntries(fields) as object,
    last_run_at: null,
    status: null,
  };
}
