import type { JoinConstraint, JoinExpr, JoinType } from '../ast';
import { joinType } from './join-types';
import { clauseList } from './lists';
import type { Parser } from './parser';
import { tableExpression, type TableExpression } from './tables';
import type { TokenKind } from './token-kinds';

/** A table with how it is joined to those before it. */
interface JoinStep {
  readonly table: TableExpression;
  readonly joinType: JoinType | null;
  readonly constraint: JoinConstraint | null;
  readonly end: number;
}

/** `FROM a JOIN b ON ...` as a linked list that starts with the first table. */
export function fromClause(parser: Parser): JoinExpr {
  parser.expect('FROM');
  return linked(joinSteps(parser));
}

function joinSteps(parser: Parser): JoinStep[] {
  parser.enter();
  const steps = firstSteps(parser);
  for (let type = joinType(parser); type !== null; type = joinType(parser)) {
    parser.link();
    if (steps.length > parser.limits.maxDepth) parser.tooDeep();
    if (startsNestedJoin(parser)) parser.unsupported('A parenthesised join on the right of a join');
    const table = tableExpression(parser);
    const constraint = UNCONSTRAINED.has(type) ? null : joinConstraint(parser);
    steps.push({ table, joinType: type, constraint, end: parser.previousEnd });
  }
  parser.leave();
  return steps;
}

const UNCONSTRAINED: ReadonlySet<JoinType> = new Set<JoinType>(['CROSS JOIN', 'POSITIONAL JOIN']);

/** Parentheses around the first tables change nothing, since joins are read from the left. */
function firstSteps(parser: Parser): JoinStep[] {
  if (startsNestedJoin(parser)) {
    parser.expect('(');
    const steps = joinSteps(parser);
    parser.expect(')', 'after the tables');
    return steps;
  }
  const table = tableExpression(parser);
  return [{ table, joinType: null, constraint: null, end: parser.previousEnd }];
}

const OPENS_SUBQUERY: ReadonlySet<TokenKind> = new Set<TokenKind>(['SELECT', 'WITH', 'VALUES']);

/** True at `(` when neither a sub-query nor a set of them stands inside. */
function startsNestedJoin(parser: Parser): boolean {
  let ahead = 0;
  while (parser.peek(ahead) === '(') {
    ahead++;
    if (ahead > parser.limits.maxDepth) parser.tooDeep();
  }
  const inner = parser.peek(ahead);
  return ahead > 0 && !OPENS_SUBQUERY.has(inner);
}

function joinConstraint(parser: Parser): JoinConstraint | null {
  const { start } = parser;
  if (parser.accept('ON')) {
    const expr = parser.expression();
    if (parser.at(',')) parser.unsupported('JOIN ... ON with several expressions');
    return { type: 'JoinConstraint', kind: 'ON', expr, ...parser.since(start) };
  }
  if (!parser.accept('USING')) return null;
  const exprs = clauseList(parser, (inner) => inner.expression());
  const [only, second] = exprs;
  const expr =
    only !== undefined && second === undefined
      ? only
      : { type: 'Tuple' as const, exprs, ...parser.since(exprs[0]?.start ?? start) };
  return { type: 'JoinConstraint', kind: 'USING', expr, ...parser.since(start) };
}

function linked(steps: readonly JoinStep[]): JoinExpr {
  const [first, ...rest] = steps;
  if (first === undefined) throw new RangeError('FROM has no table');
  let next: JoinExpr | null = null;
  for (const step of rest.reverse()) next = joinExpr(step, next);
  return joinExpr(first, next);
}

function joinExpr(step: JoinStep, nextJoin: JoinExpr | null): JoinExpr {
  const { table, joinType: type, constraint, end } = step;
  const { start } = table;
  return { type: 'JoinExpr', ...table, joinType: type, constraint, nextJoin, start, end };
}
