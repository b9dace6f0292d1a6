import type { ArrayLiteral, Expr, Placeholder, Tuple } from '../ast';
import { parenthesisedLambda } from './lambdas';
import { expressionList } from './lists';
import { atStatementStart } from './names';
import type { Parser } from './parser';

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

/** `{placeholder}` */
export function bracedExpression(parser: Parser): Placeholder {
  const at = parser.here();
  parser.expect('{');
  if (parser.at('}')) parser.unsupported('A dictionary literal', at);
  const expr = parser.expression();
  if (parser.at(':')) parser.unsupported('A dictionary literal', at);
  parser.expect('}', 'after the placeholder');
  return { type: 'Placeholder', expr, ...parser.since(at.start) };
}
