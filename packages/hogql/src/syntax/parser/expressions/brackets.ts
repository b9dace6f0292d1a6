import type { ArrayLiteral, Dict, Expr, Placeholder, Tuple } from '../../ast';
import { replacedColumns } from './columns';
import { parenthesisedLambda } from './lambdas';
import { expressionList } from '../core/lists';
import { atStatementStart } from '../core/names';
import type { Parser } from '../core/parser';

/** `(expr)`, a tuple, a sub-query, or the arguments of a lambda. */
export function parenthesised(parser: Parser): Expr {
  const lambda = parenthesisedLambda(parser);
  if (lambda !== null) return lambda;
  const { start } = parser;
  parser.expect('(');
  if (atStatementStart(parser)) {
    const query = parser.statement();
    parser.expect(')', 'after the sub-query');
    return query;
  }
  const replaced = replacedColumns(parser, start);
  if (replaced !== null) return replaced;
  const first = parser.expressionOrSet();
  if (parser.accept(')')) return first;
  if (!parser.at(',')) parser.fail("',' or ')'");
  return tuple(parser, first, start);
}

function tuple(parser: Parser, first: Expr, start: number): Tuple {
  parser.expect(',');
  const exprs = [first, ...expressionList(parser, ')')];
  parser.expect(')', 'after the tuple');
  return { type: 'Tuple', exprs, ...parser.since(start) };
}

/** `[a, b]` */
export function arrayLiteral(parser: Parser): ArrayLiteral {
  const { start } = parser;
  parser.expect('[');
  const exprs = expressionList(parser, ']');
  parser.expect(']', 'after the array');
  return { type: 'Array', exprs, ...parser.since(start) };
}

/** `{placeholder}` or `{key: value}` */
export function bracedExpression(parser: Parser): Placeholder | Dict {
  const { start } = parser;
  parser.expect('{');
  if (parser.accept('}')) return { type: 'Dict', items: [], ...parser.since(start) };
  const expr = parser.expression();
  if (parser.at(':')) return dictionary(parser, expr, start);
  parser.expect('}', 'after the placeholder');
  return { type: 'Placeholder', expr, ...parser.since(start) };
}

/** `{'a': 1}`, starting after the first key */
function dictionary(parser: Parser, firstKey: Expr, start: number): Dict {
  const items: [Expr, Expr][] = [];
  for (let key: Expr | null = firstKey; key !== null;) {
    parser.expect(':', 'after the key of a dictionary');
    items.push([key, parser.expression()]);
    key = parser.accept(',') && !parser.at('}') ? parser.expression() : null;
  }
  parser.expect('}', 'after the dictionary');
  return { type: 'Dict', items, ...parser.since(start) };
}
