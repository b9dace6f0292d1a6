/**
 * Texts and comments, which are not changed, or an id of a cohort (`IN COHORT 7`, `IN COHORT (7)`), or of an action
 * (`matchesAction(3)`).
 */
const TOKEN =
  /'(?:[^'\\]|\\[\s\S]|'')*'|"(?:[^"\\]|\\[\s\S])*"|`(?:[^`\\]|\\[\s\S])*`|--[^\n]*|\/\*[\s\S]*?\*\/|(\bCOHORT\b[\s(]*)(\d+)\b|(\bmatchesAction\s*\(\s*)(\d+)(?=\s*\))/gi;

/**
 * Replaces the ids of cohorts and actions in HogQL.
 *
 * @param idOf returns the id in the target
 */
export function hogqlWithIds(
  hogql: string,
  idOf: (kind: 'cohort' | 'action', id: string) => string,
): string {
  return hogql.replace(
    TOKEN,
    (whole: string, cohort?: string, cohortId?: string, action?: string, actionId?: string) => {
      if (cohort !== undefined) return cohort + idOf('cohort', cohortId ?? '');
      return action === undefined ? whole : action + idOf('action', actionId ?? '');
    },
  );
}

/** The members of queries and filters that are always an expression of HogQL. */
export const HOGQL_MEMBERS: readonly string[] = [
  ...['math_hogql', 'funnelAggregateByHogQL', 'pathsHogQLExpression'],
];

/** The members of a query with `kind` that are lists of expressions, as in `EventsQuery`. */
export const HOGQL_LISTS: readonly string[] = ['select', 'where', 'having', 'orderBy'];
