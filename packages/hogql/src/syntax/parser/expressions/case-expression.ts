import type { Expr } from '../../ast';
import { constant, plainCall } from '../core/nodes';
import { nameExpression } from './name-expression';
import { opensValue } from '../core/names';
import type { Parser } from '../core/parser';

interface Branch {
  readonly when: Expr;
  readonly then: Expr;
}

/** `CASE WHEN a THEN b ... END` becomes if or multiIf, `CASE x WHEN 1 THEN b ... END` transform. */
export function caseExpression(parser: Parser): Expr {
  if (parser.peek(1) !== 'WHEN' && !opensValue(parser)) return nameExpression(parser);
  const { start } = parser;
  parser.expect('CASE');
  const subject = parser.at('WHEN') ? null : parser.expression();
  const branches = branchList(parser);
  const otherwise = parser.accept('ELSE') ? parser.expression() : null;
  parser.expect('END', 'after CASE');
  const span = parser.since(start);
  const fallback = otherwise ?? constant(null, { start: span.end, end: span.end });
  if (subject !== null) {
    const whens = branches.map(({ when }) => when);
    const thens = branches.map(({ then }) => then);
    const args = [subject, arrayOf(whens, span.start), arrayOf(thens, span.start), fallback];
    return plainCall('transform', args, span);
  }
  const args = [...branches.flatMap(({ when, then }) => [when, then]), fallback];
  return plainCall(branches.length === 1 ? 'if' : 'multiIf', args, span);
}

function branchList(parser: Parser): Branch[] {
  const branches: Branch[] = [];
  do {
    parser.expect('WHEN', 'inside CASE');
    const when = parser.expression();
    parser.expect('THEN', 'after the condition of WHEN');
    branches.push({ when, then: parser.expression() });
  } while (parser.at('WHEN'));
  return branches;
}

function arrayOf(exprs: readonly Expr[], fallbackStart: number): Expr {
  const start = exprs[0]?.start ?? fallbackStart;
  return { type: 'Array', exprs, start, end: exprs[exprs.length - 1]?.end ?? start };
}
