import type { QueryNode } from '../query-link';

export interface VariableValue {
  readonly variableId: string;
  readonly code_name: string;
  readonly value: unknown;
}

export interface SqlFilters {
  readonly dateRange?: { readonly date_from: string | null; readonly date_to: string | null };
}

/** A query node of the wire format (`docs/wire/query.md#hogql-query-fields`). */
export interface HogQLQuery extends QueryNode {
  readonly kind: 'HogQLQuery';
  readonly query: string;
  readonly variables?: Readonly<Record<string, VariableValue>>;
  readonly filters?: SqlFilters;
}

/** The query node of a text, with the variables and filters that the text uses. */
export function hogqlQuery(
  query: string,
  variables: readonly VariableValue[],
  filters: SqlFilters | null,
): HogQLQuery {
  return {
    kind: 'HogQLQuery',
    query,
    ...(variables.length > 0 && {
      variables: Object.fromEntries(variables.map((value) => [value.variableId, value])),
    }),
    ...(filters !== null && { filters }),
  };
}

/** The HogQL query in a node, also inside a table or chart; null for other kinds. */
export function sqlQueryIn(node: unknown): HogQLQuery | null {
  if (typeof node !== 'object' || node === null) return null;
  const { kind, query, source } = node as Readonly<Record<string, unknown>>;
  if (kind === 'HogQLQuery') return typeof query === 'string' ? (node as HogQLQuery) : null;
  return source === undefined ? null : sqlQueryIn(source);
}

/** A node that shows the result of the query as a chart or table. */
export function visualization(
  source: HogQLQuery,
  display: 'ActionsTable' | 'ActionsLineGraph' | 'ActionsBar',
) {
  return { kind: 'DataVisualizationNode', source, display } as const;
}
