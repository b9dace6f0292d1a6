import type {
  CTE,
  SelectQuery,
  SelectSetNode,
  SelectSetQuery,
  SetOperator,
  Statement,
} from '../../ast';
import { withClause } from './ctes';
import type { Parser } from '../core/parser';
import { selectQuery } from './select';
import { NO_LIMITS, orderByClause, plainLimits, type Tail } from '../expressions/tail';

type Query = SelectQuery | SelectSetQuery;

/** One SELECT, or several joined by UNION, INTERSECT and EXCEPT from left to right. */
export function statement(parser: Parser): Statement {
  const { start } = parser;
  return setAfter(parser, operand(parser), start);
}

/** Parses the rest after a first query in parentheses. */
export function statementAfter(parser: Parser, first: Query, start: number): Statement {
  return setAfter(parser, first, start);
}

function setAfter(parser: Parser, first: Query, start: number): Statement {
  const rest: SelectSetNode[] = [];
  for (let next = setNode(parser); next !== null; next = setNode(parser)) rest.push(next);
  const isParenthesised = parser.previousKind === ')';
  const tail = isParenthesised ? statementTail(parser) : null;
  if (rest.length === 0) return tail === null ? first : withTail(parser, first, tail, start);
  return {
    type: 'SelectSetQuery',
    initialSelectQuery: first,
    subsequentSelectQueries: rest,
    ...(tail ?? NO_TAIL),
    ...parser.since(start),
  };
}

const NO_TAIL: Tail = { orderBy: null, ...NO_LIMITS };

/** A SELECT with its own clauses, or a parenthesised statement, either with a WITH before it. */
function operand(parser: Parser): Query {
  const { start } = parser;
  const ctes = parser.at('WITH') ? withClause(parser) : [];
  if (parser.at('(')) {
    const query = parenthesised(parser);
    return ctes.length === 0 ? query : withCtes(query, ctes, start);
  }
  if (parser.at('SELECT')) return selectQuery(parser, ctes, start);
  if (parser.at('{')) parser.unsupported('A placeholder in place of a whole query');
  if (parser.at('tag <')) parser.unsupported('A HogQLX tag in place of a whole query');
  if (ctes.length > 0) return parser.fail('SELECT after WITH');
  return parser.fail('SELECT or WITH');
}

function parenthesised(parser: Parser): Query {
  parser.expect('(');
  const query = parser.statement();
  parser.expect(')', 'after the query');
  return query;
}

/** WITH before a parenthesised query belongs to its first SELECT. */
function withCtes(query: Query, ctes: readonly CTE[], start: number): Query {
  if (query.type === 'SelectQuery') return { ...query, ctes: [...ctes, ...query.ctes], start };
  return { ...query, initialSelectQuery: withCtes(query.initialSelectQuery, ctes, start), start };
}

function setNode(parser: Parser): SelectSetNode | null {
  const { start } = parser;
  const setOperator = setOperatorOf(parser);
  if (setOperator === null) return null;
  parser.link();
  const selectQuery = operand(parser);
  return { type: 'SelectSetNode', setOperator, selectQuery, ...parser.since(start) };
}

function setOperatorOf(parser: Parser): SetOperator | null {
  const at = parser.here();
  const { kind } = parser;
  if (kind !== 'UNION' && kind !== 'INTERSECT' && kind !== 'EXCEPT') return null;
  parser.advance();
  const isAll = parser.accept('ALL');
  const isDistinct = !isAll && parser.accept('DISTINCT');
  const byName = matchesByName(parser);
  if (kind === 'UNION') {
    const union = isAll ? 'UNION ALL' : 'UNION DISTINCT';
    return byName ? `${union} BY NAME` : union;
  }
  if (isAll) parser.unsupported(`${kind} ALL`, at);
  if (byName) parser.unsupported(`${kind} BY NAME`, at);
  if (!isDistinct) return kind;
  return kind === 'INTERSECT' ? 'INTERSECT DISTINCT' : parser.unsupported('EXCEPT DISTINCT', at);
}

function matchesByName(parser: Parser): boolean {
  if (!parser.accept('BY')) return false;
  parser.expect('NAME', 'after BY');
  return true;
}

/** ORDER BY, LIMIT and OFFSET after a closing parenthesis, for the statement as a whole. */
function statementTail(parser: Parser): Tail | null {
  if (!parser.at('ORDER') && !parser.at('LIMIT') && !parser.at('OFFSET')) return null;
  const orderBy = orderByClause(parser);
  return { orderBy, ...plainLimits(parser) };
}

/** `(select ...) limit 1` is the same query with a limit, unless it already has one of its own. */
function withTail(parser: Parser, query: Query, tail: Tail, start: number): Query {
  const hasLimitBy = query.type === 'SelectQuery' && query.limitBy !== null;
  const isTaken =
    query.orderBy !== null || query.limit !== null || query.offset !== null || hasLimitBy;
  if (isTaken) {
    parser.unsupported(
      'ORDER BY, LIMIT or OFFSET around a parenthesised query that has its own',
      parser.since(start),
    );
  }
  return { ...query, ...tail, ...parser.since(start) };
}
