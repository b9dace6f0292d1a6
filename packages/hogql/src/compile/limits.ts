import type { Expr, SelectQuery, SelectSetQuery, Statement } from '../syntax/ast';
import { wholeNumber } from '../lower/expressions/whole-number';

export interface Pagination {
  readonly limit: number;
  readonly offset: number;
  /** Whether the limit applies to a whole set (UNION, INTERSECT, EXCEPT), for which PostHog reports no limit. */
  readonly isOfSet: boolean;
}

export interface LimitedStatement {
  readonly statement: Statement;
  /** Set when the statement has no LIMIT: it requests one row more than `limit`. */
  readonly pagination: Pagination | null;
  readonly warnings: readonly string[];
}

interface Caps {
  readonly defaultLimit: number;
  readonly maxRows: number;
}

function count(value: number, { start, end }: { start: number; end: number }): Expr {
  return { type: 'Constant', value, start, end };
}

function capped<T extends SelectQuery | SelectSetQuery>(
  statement: T,
  { maxRows }: Caps,
  warnings: Set<string>,
): T {
  // A percentage or ties do not define the number of rows: the result is cut when the statement is compiled.
  if (statement.limit === null || statement.limitPercent === true) return statement;
  const asked = wholeNumber(statement.limit, 'LIMIT');
  if (asked <= maxRows) return statement;
  warnings.add(
    `LIMIT ${asked} was lowered to ${maxRows}, the most rows a query can return. ` +
      'For more rows, stream the result (?format=csv or ndjson) or use a batch export.',
  );
  return { ...statement, limit: count(maxRows, statement.limit) };
}

/**
 * The number of rows that a set without a LIMIT of its own returns: the default, or the sum of the limits of its
 * branches. A branch without a LIMIT is read completely: with fewer rows, INTERSECT and EXCEPT would give other
 * results.
 */
function limitOfSet(set: SelectSetQuery, { defaultLimit, maxRows }: Caps): number {
  const asked = branchesOf(set).reduce((sum, branch) => sum + askedBy(branch), 0);
  return Math.min(Math.max(defaultLimit, asked), maxRows);
}

function branchesOf(set: SelectSetQuery): readonly (SelectQuery | SelectSetQuery)[] {
  return [set.initialSelectQuery, ...set.subsequentSelectQueries.map((part) => part.selectQuery)];
}

function askedBy(branch: SelectQuery | SelectSetQuery): number {
  if (branch.limit !== null && branch.limitPercent !== true) {
    return wholeNumber(branch.limit, 'LIMIT');
  }
  if (branch.type === 'SelectQuery') return 0;
  return branchesOf(branch).reduce((sum, inner) => sum + askedBy(inner), 0);
}

function capBranches(set: SelectSetQuery, caps: Caps, warnings: Set<string>): SelectSetQuery {
  const cap = (branch: SelectQuery | SelectSetQuery): SelectQuery | SelectSetQuery =>
    branch.type === 'SelectSetQuery'
      ? capped(capBranches(branch, caps, warnings), caps, warnings)
      : capped(branch, caps, warnings);
  return {
    ...set,
    initialSelectQuery: cap(set.initialSelectQuery),
    subsequentSelectQueries: set.subsequentSelectQueries.map((part) => ({
      ...part,
      selectQuery: cap(part.selectQuery),
    })),
  };
}

/**
 * Applies the row limits to the outermost statement (`docs/wire/hogql-security.md#row-limits`): the default limit if
 * there is no LIMIT, the maximum if there is. A set counts as one statement.
 */
export function applyLimits(given: Statement, caps: Caps): LimitedStatement {
  const warnings = new Set<string>();
  const statement = given.type === 'SelectSetQuery' ? capBranches(given, caps, warnings) : given;
  if (statement.limit !== null) {
    return {
      statement: capped(statement, caps, warnings),
      pagination: null,
      warnings: [...warnings],
    };
  }
  const limit =
    statement.type === 'SelectSetQuery'
      ? limitOfSet(statement, caps)
      : Math.min(caps.defaultLimit, caps.maxRows);
  const offset = statement.offset === null ? 0 : wholeNumber(statement.offset, 'OFFSET');
  return {
    statement: {
      ...statement,
      limit: count(limit + 1, statement),
      offset: count(offset, statement),
    },
    pagination: { limit, offset, isOfSet: statement.type === 'SelectSetQuery' },
    warnings: [...warnings],
  };
}
