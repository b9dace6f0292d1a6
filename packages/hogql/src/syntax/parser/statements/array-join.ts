import type { Alias, ArrayJoin } from '../../ast';
import { clauseList } from '../core/lists';
import type { Parser } from '../core/parser';

/** `[LEFT|INNER] ARRAY JOIN array AS name, ...` */
export function arrayJoinClause(parser: Parser): ArrayJoin | null {
  const { start } = parser;
  const kind = arrayJoinKind(parser);
  if (kind === null) return null;
  if (kind !== 'ARRAY JOIN') parser.advance();
  parser.expect('ARRAY');
  parser.expect('JOIN');
  const arrays = clauseList(parser, aliasedArray);
  return { type: 'ArrayJoin', kind, arrays, ...parser.since(start) };
}

/** ARRAY JOIN multiplies rows of a table, so it requires one. */
export function rejectArrayJoin(parser: Parser): null {
  if (arrayJoinKind(parser) === null) return null;
  return parser.reject('Using ARRAY JOIN without a FROM clause is not permitted', parser.here());
}

function arrayJoinKind(parser: Parser): ArrayJoin['kind'] | null {
  const { kind } = parser;
  if (kind === 'ARRAY') return parser.peek(1) === 'JOIN' ? 'ARRAY JOIN' : null;
  if (kind !== 'LEFT' && kind !== 'INNER') return null;
  const isArrayJoin = parser.peek(1) === 'ARRAY' && parser.peek(2) === 'JOIN';
  return isArrayJoin ? `${kind} ARRAY JOIN` : null;
}

function aliasedArray(parser: Parser): Alias {
  const expr = parser.expression();
  if (expr.type !== 'Alias') parser.reject('ARRAY JOIN arrays must have an alias', expr);
  return expr;
}
