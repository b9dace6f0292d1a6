import type { JoinConstraint, JoinExpr, JoinType } from '../../ast';
import type { JoinKind } from './join-types';
import { joinKind } from './join-types';
import { clauseList } from '../core/lists';
import { groupAt } from '../core/lookahead';
import type { Parser } from '../core/parser';
import { tableExpression, type TableExpression } from './tables';
import type { TokenKind } from '../../lexer/token-kinds';

/** A table and its join with the tables before it. */
interface JoinStep {
  readonly table: TableExpression;
  readonly kind: JoinKind | null;
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
  for (let kind = joinKind(parser); kind !== null; kind = joinKind(parser)) {
    parser.link();
    steps.push(...joinedSteps(parser, kind));
    if (steps.length > parser.limits.maxDepth) parser.tooDeep();
  }
  parser.leave();
  return steps;
}

const UNCONSTRAINED: ReadonlySet<JoinType> = new Set<JoinType>(['CROSS JOIN', 'POSITIONAL JOIN']);

/** The table after a JOIN and its condition; several tables if their conditions follow later. */
function joinedSteps(parser: Parser, kind: JoinKind): JoinStep[] {
  const table = rightTable(parser);
  const step = { table, kind, constraint: null, end: parser.previousEnd };
  if (kind.natural) return [step];
  if (UNCONSTRAINED.has(kind.type) || parser.at(',') || atConstraint(parser)) {
    const constraint = UNCONSTRAINED.has(kind.type) ? null : joinConstraint(parser);
    return [{ ...step, constraint, end: parser.previousEnd }];
  }
  return outOfTurn(parser, step);
}

/** `a JOIN b JOIN c ON x ON y` joins b and c first; without the second condition the tables are a plain chain. */
function outOfTurn(parser: Parser, first: JoinStep): JoinStep[] {
  parser.enter();
  const inner: JoinStep[] = [];
  while (!atConstraint(parser)) {
    const kind = joinKind(parser);
    if (kind === null) break;
    parser.link();
    inner.push(...joinedSteps(parser, kind));
    if (inner.length > parser.limits.maxDepth) parser.tooDeep();
  }
  parser.leave();
  if (inner.length === 0 || !atConstraint(parser)) return [first, ...inner];
  const table = groupOf([{ ...first, kind: null }, ...inner]);
  return [{ table, kind: first.kind, constraint: joinConstraint(parser), end: parser.previousEnd }];
}

function atConstraint(parser: Parser): boolean {
  return parser.at('ON') || parser.at('USING');
}

/** A table on the right of a join, or tables in parentheses that are joined with each other first. */
function rightTable(parser: Parser): TableExpression {
  if (!startsNestedJoin(parser)) return tableExpression(parser);
  parser.expect('(');
  const steps = joinSteps(parser);
  parser.expect(')', 'after the tables');
  const [only] = steps;
  return steps.length === 1 && only !== undefined ? only.table : groupOf(steps);
}

function groupOf(steps: readonly JoinStep[]): TableExpression {
  const first = linked(steps);
  const span = { start: first.start, end: steps.at(-1)?.end ?? first.end };
  return {
    table: { type: 'JoinGroup', first, ...span },
    tableArgs: null,
    alias: null,
    columnAliases: null,
    sample: null,
    ...span,
  };
}

/** Parentheses around the first tables change nothing, since joins are read from the left. */
function firstSteps(parser: Parser): JoinStep[] {
  if (startsNestedJoin(parser)) {
    parser.expect('(');
    const steps = joinSteps(parser);
    parser.expect(')', 'after the tables');
    return steps;
  }
  const table = tableExpression(parser);
  return [{ table, kind: null, constraint: null, end: parser.previousEnd }];
}

const OPENS_SUBQUERY: ReadonlySet<TokenKind> = new Set<TokenKind>(['SELECT', 'WITH', 'VALUES']);

/** Tokens that may follow a query in parentheses if it is part of a larger query. */
const CONTINUES_QUERY: ReadonlySet<TokenKind> = new Set<TokenKind>([
  ')',
  'UNION',
  'INTERSECT',
  'EXCEPT',
  'ORDER',
  'LIMIT',
  'OFFSET',
]);

/** Whether the parser is at a `(` that contains neither a sub-query nor a set query. */
function startsNestedJoin(parser: Parser): boolean {
  let ahead = 0;
  while (parser.peek(ahead) === '(') {
    ahead++;
    if (ahead > parser.limits.maxDepth) parser.tooDeep();
  }
  if (ahead === 0) return false;
  if (!OPENS_SUBQUERY.has(parser.peek(ahead))) return true;
  for (let depth = ahead - 1; depth > 0; depth--) {
    const { close } = groupAt(parser, depth);
    if (!CONTINUES_QUERY.has(parser.peek(close - parser.tokenIndex + 1))) return true;
  }
  return false;
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
  const { table, kind, constraint, end } = step;
  const natural = kind?.natural === true ? { natural: true } : {};
  const joined = { joinType: kind?.type ?? null, ...natural, constraint, nextJoin };
  return { type: 'JoinExpr', ...table, ...joined, start: table.start, end };
}
