import type { Expr, LimitByExpr, OrderExpr } from '../../ast';
import { withFill } from './fill';
import { clauseList } from '../core/lists';
import { stringLiteral } from '../core/literals';
import type { Parser } from '../core/parser';

/** The clauses that order and cut a result. */
export interface Tail {
  readonly orderBy: readonly OrderExpr[] | null;
  readonly limit: Expr | null;
  readonly offset: Expr | null;
  readonly limitPercent: boolean;
  readonly limitWithTies: boolean;
}

type Limits = Omit<Tail, 'orderBy'>;

export const NO_LIMITS: Limits = {
  limit: null,
  offset: null,
  limitPercent: false,
  limitWithTies: false,
};

/** `ORDER BY a, b DESC` */
export function orderByClause(parser: Parser): readonly OrderExpr[] | null {
  if (!parser.at('ORDER')) return null;
  parser.advance();
  parser.expect('BY', 'after ORDER');
  const items = [orderExpr(parser)];
  while (parser.accept(',')) items.push(orderExpr(parser));
  return items;
}

export function orderExpr(parser: Parser): OrderExpr {
  const { start } = parser;
  const expr = parser.expression();
  const isDescending = parser.accept('DESC') || parser.accept('DESCENDING');
  if (!isDescending) parser.accept('ASC');
  const nulls = nullsOrder(parser);
  const collate = collation(parser);
  const fill = withFill(parser);
  const order = isDescending ? 'DESC' : 'ASC';
  return { type: 'OrderExpr', expr, order, nulls, collate, withFill: fill, ...parser.since(start) };
}

/** `COLLATE 'de'` */
function collation(parser: Parser): string | null {
  if (!parser.accept('COLLATE')) return null;
  if (!parser.at('string')) parser.fail("a language in quotes, such as 'en', after COLLATE");
  return String(stringLiteral(parser).value);
}

/** NULLS LAST is the engine's default. */
function nullsOrder(parser: Parser): OrderExpr['nulls'] & (string | null) {
  if (!parser.accept('NULLS')) return null;
  if (parser.accept('FIRST')) return 'FIRST';
  parser.expect('LAST', 'or FIRST after NULLS');
  return null;
}

/** LIMIT and OFFSET without BY, in either order. `LIMIT 1, 2` means limit 1, offset 2 as in PostHog. */
export function plainLimits(parser: Parser): Limits {
  const { by, ...limits } = limitClause(parser);
  if (by !== null) parser.unsupported('LIMIT ... BY after a parenthesised query', by);
  return limits;
}

/** `LIMIT n [OFFSET m] BY columns`, then `LIMIT n [OFFSET m]`; each may be missing. */
export function limitClauses(parser: Parser): Limits & { limitBy: LimitByExpr | null } {
  const { by, ...limits } = limitClause(parser);
  return by === null ? { limitBy: null, ...limits } : { limitBy: by, ...plainLimits(parser) };
}

function limitClause(parser: Parser): Limits & { by: LimitByExpr | null } {
  const { start } = parser;
  if (parser.accept('OFFSET')) {
    const offset = parser.expression();
    const limit = parser.accept('LIMIT') ? parser.expression() : null;
    return { limit, offset, ...limitSuffix(parser, limit), by: null };
  }
  if (!parser.accept('LIMIT')) return { ...NO_LIMITS, by: null };
  const n = parser.expression();
  const suffix = limitSuffix(parser, n);
  const hasComma = parser.accept(',');
  const second = hasComma || parser.accept('OFFSET') ? parser.expression() : null;
  const limitWithTies = suffix.limitWithTies || ties(parser);
  if (!parser.at('BY')) return { limit: n, offset: second, ...suffix, limitWithTies, by: null };
  if (suffix.limitPercent || limitWithTies)
    parser.unsupported('LIMIT ... BY of a percentage or with ties');
  parser.advance();
  // Only before BY does `LIMIT a, b` mean the same as in the engine: offset first.
  const counts = hasComma && second !== null ? { n: second, offset: n } : { n, offset: second };
  const exprs = clauseList(parser, (inner) => inner.expression());
  const by: LimitByExpr = { type: 'LimitByExpr', ...counts, exprs, ...parser.since(start) };
  return { ...NO_LIMITS, by };
}

/** `%` and `WITH TIES` after the number of rows. */
function limitSuffix(
  parser: Parser,
  limit: Expr | null,
): Pick<Tail, 'limitPercent' | 'limitWithTies'> {
  const limitPercent = limit !== null && parser.accept('%');
  return { limitPercent, limitWithTies: limit !== null && ties(parser) };
}

function ties(parser: Parser): boolean {
  if (!parser.at('WITH') || parser.peek(1) !== 'TIES') return false;
  parser.advance();
  parser.advance();
  return true;
}
