import type { Expr, SelectQuery, SelectSetQuery, Statement } from '../ast';
import { wholeNumber } from '../lower/whole-number';

export interface Pagination {
  readonly limit: number;
  readonly offset: number;
}

export interface LimitedStatement {
  readonly statement: Statement;
  /** Set when the statement is one SELECT without LIMIT: it asks for one row more than `limit`. */
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
  warnings: string[],
): T {
  // A percentage or ties say nothing about the number of rows: the whole is cut when it is compiled.
  if (statement.limit === null || statement.limitPercent === true) return statement;
  const asked = wholeNumber(statement.limit, 'LIMIT');
  if (asked <= maxRows) return statement;
  warnings.push(`LIMIT ${asked} was lowered to ${maxRows}, the most rows a query can return.`);
  return { ...statement, limit: count(maxRows, statement.limit) };
}

/** Branches of a set each get the default limit, as in the original. */
function limitBranch(
  branch: SelectQuery | SelectSetQuery,
  caps: Caps,
  warnings: string[],
): SelectQuery | SelectSetQuery {
  if (branch.type === 'SelectSetQuery') return limitSet(branch, caps, warnings);
  if (branch.limit !== null) return capped(branch, caps, warnings);
  return { ...branch, limit: count(caps.defaultLimit, branch) };
}

function limitSet(set: SelectSetQuery, caps: Caps, warnings: string[]): SelectSetQuery {
  const limited: SelectSetQuery = {
    ...set,
    initialSelectQuery: limitBranch(set.initialSelectQuery, caps, warnings),
    subsequentSelectQueries: set.subsequentSelectQueries.map((part) => ({
      ...part,
      selectQuery: limitBranch(part.selectQuery, caps, warnings),
    })),
  };
  return set.limit === null
    ? { ...limited, limit: count(caps.maxRows, set) }
    : capped(limited, caps, warnings);
}

/**
 * Applies the row limits to the outermost statement (wire document §6): the default one where there is no
 * LIMIT, the cap where there is.
 */
export function applyLimits(statement: Statement, caps: Caps): LimitedStatement {
  const warnings: string[] = [];
  if (statement.type === 'SelectSetQuery') {
    return { statement: limitSet(statement, caps, warnings), pagination: null, warnings };
  }
  if (statement.limit !== null) {
    return { statement: capped(statement, caps, warnings), pagination: null, warnings };
  }
  const limit = Math.min(caps.defaultLimit, caps.maxRows);
  const offset = statement.offset === null ? 0 : wholeNumber(statement.offset, 'OFFSET');
  return {
    statement: {
      ...statement,
      limit: count(limit + 1, statement),
      offset: count(offset, statement),
    },
    pagination: { limit, offset },
    warnings,
  };
}
