import { comparedCohorts } from './cohort-conditions';
import type { Token } from './hogql-tokens';
import { isWord, tokensOf } from './hogql-tokens';

type Kind = 'cohort' | 'action' | 'survey';

const UUID_TEXT = /^'([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})'$/i;

/**
 * Replaces the ids of cohorts and actions in HogQL: `IN COHORT 7`, `IN COHORT (7)`, `matchesAction(3)`, comparisons of
 * `cohort_id` in the tables of members of cohorts; and texts that are the uuid of a survey. Other texts, and comments, are
 * not changed.
 *
 * @param idOf returns the id in the target; for a uuid that is not that of a survey, the same uuid
 */
export function hogqlWithIds(hogql: string, idOf: (kind: Kind, id: string) => string): string {
  const all = tokensOf(hogql);
  const ids = idsIn(all.filter(({ kind }) => kind !== 'blank'));
  return all
    .map((token) => {
      const kind = ids.get(token);
      if (kind !== undefined) return token.text.replace(/\d+/, (digits) => idOf(kind, digits));
      const uuid = UUID_TEXT.exec(token.text)?.[1];
      return uuid === undefined ? token.text : `'${idOf('survey', uuid)}'`;
    })
    .join('');
}

function idsIn(tokens: readonly Token[]): ReadonlyMap<Token, Kind> {
  const ids = new Map<Token, Kind>();
  for (const [index, token] of tokens.entries()) {
    if (isWord(token, 'cohort')) {
      let at = index + 1;
      while (tokens[at]?.text === '(') at += 1;
      mark(ids, tokens[at], 'cohort');
    }
    const isCall = isWord(token, 'matchesaction') && tokens[index + 1]?.text === '(';
    if (isCall && tokens[index + 3]?.text === ')') mark(ids, tokens[index + 2], 'action');
  }
  for (const token of comparedCohorts(tokens)) ids.set(token, 'cohort');
  return ids;
}

function mark(ids: Map<Token, Kind>, token: Token | undefined, kind: Kind): void {
  if (token?.kind === 'number' && /^\d+$/.test(token.text)) ids.set(token, kind);
}

/** The members of queries and filters that are always an expression of HogQL. */
export const HOGQL_MEMBERS: readonly string[] = [
  ...['math_hogql', 'funnelAggregateByHogQL', 'pathsHogQLExpression'],
];

/** The members of a query with `kind` that are lists of expressions, as in `EventsQuery`. */
export const HOGQL_LISTS: readonly string[] = ['select', 'where', 'having', 'orderBy'];
