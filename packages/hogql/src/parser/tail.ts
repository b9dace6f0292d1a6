import type { Expr, LimitByExpr, OrderExpr } from '../ast';
import { clauseList } from './lists';
import type { Parser } from './parser';

/** The clauses that order and cut a result. */
export interface Tail {
  readonly orderBy: readonly OrderExpr[] | null;
  readonly limit: Expr | null;
  readonly offset: Expr | null;
}

type Limits = Pick<Tail, 'limit' | 'offset'>;

/** `ORDER BY a, b DESC` */
export function orderByClause(parser: Parser): readonly OrderExpr[] | null {
  if (!parser.at('ORDER')) return null;
  parser.advance();
  parser.expect('BY', 'after ORDER');
  const items = [orderExpr(parser)];
  while (parser.accept(',')) items.push(orderExpr(parser));
  if (parser.at('INTERPOLATE')) parser.unsupported('INTERPOLATE');
  return items;
}

export function orderExpr(parser: Parser): OrderExpr {
  const { start } = parser;
  const expr = parser.expression();
  const isDescending = parser.accept('DESC') || parser.accept('DESCENDING');
  if (!isDescending) parser.accept('ASC');
  nullsOrder(parser);
  if (parser.at('COLLATE')) parser.unsupported('COLLATE');
  if (parser.at('WITH') && parser.peek(1) === 'FILL') parser.unsupported('ORDER BY ... WITH FILL');
  return { type: 'OrderExpr', expr, order: isDescending ? 'DESC' : 'ASC', ...parser.since(start) };
}

/** NULLS LAST is what the engine does anyway; NULLS FIRST would be ignored, so it is refused. */
function nullsOrder(parser: Parser): void {
  if (!parser.at('NULLS')) return;
  const at = parser.here();
  parser.advance();
  if (parser.at('FIRST')) parser.unsupported('NULLS FIRST', at);
  parser.expect('LAST', 'after NULLS');
}

/** LIMIT and OFFSET without BY, in either order. `LIMIT 1, 2` means limit 1, offset 2 as in the original. */
export function plainLimits(parser: Parser): Limits {
  const { limit, offset, by } = limitClause(parser);
  if (by !== null) parser.unsupported('LIMIT ... BY after a parenthesised query', by);
  return { limit, offset };
}

/** `LIMIT n [OFFSET m] BY columns`, then `LIMIT n [OFFSET m]`; each may be missing. */
export function limitClauses(parser: Parser): Limits & { limitBy: LimitByExpr | null } {
  const first = limitClause(parser);
  if (first.by === null) return { limitBy: null, limit: first.limit, offset: first.offset };
  return { limitBy: first.by, ...plainLimits(parser) };
}

function limitClause(parser: Parser): Limits & { by: LimitByExpr | null } {
  const { start } = parser;
  if (parser.accept('OFFSET')) {
    const offset = parser.expression();
    const limit = parser.accept('LIMIT') ? parser.expression() : null;
    refuseTies(parser);
    return { limit, offset, by: null };
  }
  if (!parser.accept('LIMIT')) return { limit: null, offset: null, by: null };
  const n = parser.expression();
  refuseTies(parser);
  const hasComma = parser.accept(',');
  const second = hasComma || parser.accept('OFFSET') ? parser.expression() : null;
  refuseTies(parser);
  if (!parser.accept('BY')) return { limit: n, offset: second, by: null };
  // Only before BY does `LIMIT a, b` follow the engine: offset first.
  const counts = hasComma && second !== null ? { n: second, offset: n } : { n, offset: second };
  const exprs = clauseList(parser, (inner) => inner.expression());
  const by: LimitByExpr = { type: 'LimitByExpr', ...counts, exprs, ...parser.since(start) };
  return { limit: null, offset: null, by };
}

function refuseTies(parser: Parser): void {
  if (parser.at('WITH') && parser.peek(1) === 'TIES') parser.unsupported('LIMIT ... WITH TIES');
}
