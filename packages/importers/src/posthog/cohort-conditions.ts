import type { Token } from './hogql-tokens';
import { isWord, nameOf } from './hogql-tokens';

const COHORT_TABLES: ReadonlySet<string> = new Set([
  ...['cohort_people', 'static_cohort_people', 'raw_cohort_people'],
]);
const EQUALITY: ReadonlySet<string> = new Set(['=', '==', '!=', '<>']);
const ID = /^'?\d+'?$/;

/**
 * Finds the ids of cohorts that `cohort_id` is compared with, in a statement that reads a table of members of cohorts:
 * `cohort_id = 5`, `5 = cohort_id`, `cohort_id IN (5, 6)`, `equals(cohort_id, 5)`.
 *
 * @param tokens those of the statement, without blanks
 */
export function comparedCohorts(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some((token) => COHORT_TABLES.has(nameOf(token) ?? ''))) return [];
  const others = otherTables(tokens);
  return tokens.flatMap((token, index): readonly Token[] => {
    if (nameOf(token) !== 'cohort_id') return [];
    const isQualified = tokens[index - 1]?.text === '.';
    const first = isQualified ? index - 2 : index;
    if (isQualified && others.has(nameOf(tokens[first]) ?? '')) return [];
    return [...idsAfter(tokens, first, index + 1), ...idBefore(tokens, first - 1)];
  });
}

/** Returns the ids after `cohort_id`, which begins at `first`; `next` is the token after it. */
function idsAfter(tokens: readonly Token[], first: number, next: number): readonly Token[] {
  if (EQUALITY.has(tokens[next]?.text ?? '')) return idsAt(tokens, next + 1);
  let at = next;
  if (isWord(tokens[at], 'global')) at += 1;
  if (isWord(tokens[at], 'not')) at += 1;
  if (isWord(tokens[at], 'in')) return idsAt(tokens, at + 1);
  const isArgument = tokens[first - 1]?.text === '(' && tokens[next]?.text === ',';
  const isComparison = isWord(tokens[first - 2], 'equals', 'notequals', 'in', 'notin');
  return isArgument && isComparison ? idsAt(tokens, next + 1) : [];
}

function idBefore(tokens: readonly Token[], operator: number): readonly Token[] {
  const id = tokens[operator - 1];
  return EQUALITY.has(tokens[operator]?.text ?? '') && isId(id) ? [id] : [];
}

/** Returns an id or a list of ids; empty if there is anything else, such as a subquery. */
function idsAt(tokens: readonly Token[], from: number): readonly Token[] {
  const only = tokens[from];
  if (isId(only)) return [only];
  let at = isWord(only, 'tuple', 'array') ? from + 1 : from;
  if (!['(', '['].includes(tokens[at]?.text ?? '')) return [];
  const ids: Token[] = [];
  do {
    const id = tokens[at + 1];
    if (!isId(id)) return [];
    ids.push(id);
    at += 2;
  } while (tokens[at]?.text === ',');
  return [')', ']'].includes(tokens[at]?.text ?? '') ? ids : [];
}

function isId(token: Token | undefined): token is Token {
  return token !== undefined && ID.test(token.text);
}

const AFTER_TABLE: readonly string[] = [
  ...['all', 'anti', 'any', 'array', 'asof', 'cross', 'except', 'final', 'full', 'global', 'group'],
  ...['having', 'inner', 'intersect', 'join', 'left', 'limit', 'offset', 'on', 'order', 'prewhere'],
  ...['qualify', 'right', 'sample', 'semi', 'settings', 'union', 'using', 'where', 'window'],
];

/** Returns the names and aliases of tables that may have a column `cohort_id` with another meaning. */
function otherTables(tokens: readonly Token[]): ReadonlySet<string> {
  const found = new Set<string>();
  const subqueries = new Set<string>();
  for (const [index, token] of tokens.entries()) {
    if (isSubquery(tokens, index)) subqueries.add(nameOf(token) ?? '');
    if (!isWord(token, 'from', 'join')) continue;
    let at = index + 1;
    while (tokens[at + 1]?.text === '.') at += 2;
    const table = nameOf(tokens[at]);
    if (table === null || COHORT_TABLES.has(table) || subqueries.has(table)) continue;
    const alias = tokens[isWord(tokens[at + 1], 'as') ? at + 2 : at + 1];
    found.add(table);
    if (alias !== undefined && !isWord(alias, ...AFTER_TABLE)) found.add(nameOf(alias) ?? '');
  }
  return found;
}

/** Whether a token is the name in `WITH name AS (SELECT …)`. */
function isSubquery(tokens: readonly Token[], index: number): boolean {
  return (
    isWord(tokens[index + 1], 'as') &&
    tokens[index + 2]?.text === '(' &&
    isWord(tokens[index + 3], 'select', 'with')
  );
}
