import type {
  CTE,
  Expr,
  JoinExpr,
  LimitByExpr,
  OrderExpr,
  SelectQuery,
  SelectSetQuery,
  Statement,
} from '../ast';
import { Power } from '../parser/powers';
import { printName } from './identifiers';
import { printOrder } from './orders';
import type { Printer } from './printed';

/** Text of a whole query, without parentheses around it. */
export function printStatement(node: Statement, printer: Printer): string {
  return node.type === 'SelectQuery' ? printSelect(node, printer) : printSet(node, printer);
}

function printSelect(node: SelectQuery, printer: Printer): string {
  const clause = (keyword: string, expr: Expr | null): string[] =>
    expr === null ? [] : [`${keyword} ${printer.nested(expr, Power.Lowest)}`];
  const list = (keyword: string, exprs: readonly Expr[] | null): string[] =>
    exprs === null || exprs.length === 0 ? [] : [`${keyword} ${printer.list(exprs)}`];
  return [
    ...printCtes(node.ctes, printer),
    `SELECT ${node.distinct ? 'DISTINCT ' : ''}${printer.list(node.select)}`,
    ...(node.selectFrom === null ? [] : [`FROM ${printJoins(node.selectFrom, printer)}`]),
    ...clause('PREWHERE', node.prewhere),
    ...clause('WHERE', node.where),
    ...list('GROUP BY', node.groupBy),
    ...clause('HAVING', node.having),
    ...printOrderBy(node.orderBy, printer),
    ...printLimitBy(node.limitBy, printer),
    ...clause('LIMIT', node.limit),
    ...clause('OFFSET', node.offset),
  ].join(' ');
}

function printCtes(ctes: readonly CTE[], printer: Printer): string[] {
  if (ctes.length === 0) return [];
  const texts = ctes.map(({ name, cteType, expr }) =>
    cteType === 'subquery'
      ? `${printName(name)} AS (${printer.bare(expr).text})`
      : `${printer.nested(expr, Power.Alias)} AS ${printName(name)}`,
  );
  return [`WITH ${texts.join(', ')}`];
}

function printOrderBy(orderBy: readonly OrderExpr[] | null, printer: Printer): string[] {
  if (orderBy === null || orderBy.length === 0) return [];
  return [`ORDER BY ${orderBy.map((item) => printOrder(item, printer)).join(', ')}`];
}

function printLimitBy(limitBy: LimitByExpr | null, printer: Printer): string[] {
  if (limitBy === null) return [];
  const { n, offset, exprs } = limitBy;
  const skip = offset === null ? '' : ` OFFSET ${printer.nested(offset, Power.Lowest)}`;
  return [`LIMIT ${printer.nested(n, Power.Lowest)}${skip} BY ${printer.list(exprs)}`];
}

function printJoins(first: JoinExpr, printer: Printer): string {
  const texts: string[] = [];
  for (let join: JoinExpr | null = first; join !== null; join = join.nextJoin) {
    const type = join.joinType === null ? '' : `${join.joinType} `;
    const { constraint } = join;
    const condition =
      constraint === null
        ? ''
        : ` ${constraint.kind} ${printer.nested(constraint.expr, Power.Lowest)}`;
    texts.push(`${type}${printTable(join, printer)}${condition}`);
  }
  return texts.join(' ');
}

function printTable(join: JoinExpr, printer: Printer): string {
  const args = join.tableArgs === null ? '' : `(${printer.list(join.tableArgs)})`;
  const alias = join.alias === null ? '' : ` AS ${printName(join.alias)}`;
  return `${printer.nested(join.table, Power.Postfix)}${args}${alias}`;
}

/** Parts with clauses of their own keep parentheses, or the clause would read as the set's. */
function printSet(node: SelectSetQuery, printer: Printer): string {
  const hasTail = node.orderBy !== null || node.limit !== null || node.offset !== null;
  const part = (query: Statement): string => {
    const text = printStatement(query, printer);
    return hasTail || isClosed(query) ? `(${text})` : text;
  };
  const rest = node.subsequentSelectQueries.map(
    ({ setOperator, selectQuery }) => `${setOperator} ${part(selectQuery)}`,
  );
  return [
    part(node.initialSelectQuery),
    ...rest,
    ...printOrderBy(node.orderBy, printer),
    ...(node.limit === null ? [] : [`LIMIT ${printer.nested(node.limit, Power.Lowest)}`]),
    ...(node.offset === null ? [] : [`OFFSET ${printer.nested(node.offset, Power.Lowest)}`]),
  ].join(' ');
}

function isClosed(query: Statement): boolean {
  if (query.type === 'SelectSetQuery') return true;
  const { orderBy, limitBy, limit, offset } = query;
  return orderBy !== null || limitBy !== null || limit !== null || offset !== null;
}
