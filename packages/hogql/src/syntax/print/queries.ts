import type {
  ArrayJoin,
  CTE,
  Expr,
  JoinExpr,
  LimitByExpr,
  NamedWindow,
  OrderExpr,
  SampleExpr,
  SelectQuery,
  SelectSetQuery,
  Statement,
} from '../ast';
import { Power } from '../powers';
import { printName } from './identifiers';
import { printInterpolate, printOrders } from './orders';
import type { Printer } from './printed';
import { printWindow } from './windows';

/** Text of a whole query, without parentheses around it. */
export function printStatement(node: Statement, printer: Printer): string {
  return node.type === 'SelectQuery' ? printSelect(node, printer) : printSet(node, printer);
}

function printSelect(node: SelectQuery, printer: Printer): string {
  const clause = (keyword: string, expr: Expr | null): string[] =>
    expr === null ? [] : [`${keyword} ${printer.nested(expr, Power.Lowest)}`];
  const clauses = [
    ...(node.arrayJoin ? [printArrayJoin(node.arrayJoin, printer)] : []),
    ...clause('PREWHERE', node.prewhere),
    ...clause('WHERE', node.where),
    ...printGroupBy(node, printer),
    ...(node.withTotals === true ? ['WITH TOTALS'] : []),
    ...clause('HAVING', node.having),
    ...clause('QUALIFY', node.qualify ?? null),
    ...printWindows(node.windows ?? null, printer),
    ...printOrderBy(node.orderBy, printer),
    ...(node.interpolate ? [printInterpolate(node.interpolate, printer)] : []),
    ...printLimitBy(node.limitBy, printer),
    ...printLimits(node, printer),
  ];
  return [
    ...printCtes(node.ctes, printer),
    `SELECT ${node.distinct ? 'DISTINCT ' : ''}${printer.list(node.select)}`,
    ...(node.selectFrom === null ? [] : [printFrom(node.selectFrom, clauses[0] ?? '', printer)]),
    ...clauses,
  ].join(' ');
}

/** After a SAMPLE without OFFSET, the OFFSET of the rows would be parsed as that of the sample. */
function printFrom(first: JoinExpr, next: string, printer: Printer): string {
  let last = first;
  while (last.nextJoin !== null) last = last.nextJoin;
  const sample = last.constraint === null ? (last.sample ?? null) : null;
  const isAmbiguous = sample?.offset === null && next.startsWith('OFFSET');
  const joins = printJoins(first, printer);
  return isAmbiguous ? `FROM (${joins})` : `FROM ${joins}`;
}

function printArrayJoin({ kind, arrays }: ArrayJoin, printer: Printer): string {
  return `${kind} ${printer.list(arrays)}`;
}

function printGroupBy(node: SelectQuery, printer: Printer): string[] {
  const exprs = node.groupBy ?? [];
  switch (node.groupByMode ?? null) {
    case 'all':
      return ['GROUP BY ALL'];
    case 'rollup':
      return [`GROUP BY ROLLUP(${printer.list(exprs)})`];
    case 'cube':
      return [`GROUP BY CUBE(${printer.list(exprs)})`];
    case 'grouping_sets': {
      const sets = exprs.map((set) => `(${set.type === 'Tuple' ? printer.list(set.exprs) : ''})`);
      return [`GROUP BY GROUPING SETS (${sets.join(', ')})`];
    }
    case null:
      return exprs.length === 0 ? [] : [`GROUP BY ${printer.list(exprs)}`];
  }
}

function printWindows(windows: readonly NamedWindow[] | null, printer: Printer): string[] {
  if (windows === null || windows.length === 0) return [];
  const texts = windows.map(
    ({ name, window }) => `${printName(name)} AS ${printWindow(window, printer)}`,
  );
  return [`WINDOW ${texts.join(', ')}`];
}

type Limited = Pick<SelectQuery, 'limit' | 'offset' | 'limitPercent' | 'limitWithTies'>;

function printLimits(node: Limited, printer: Printer): string[] {
  const percent = node.limitPercent === true ? ' %' : '';
  const ties = node.limitWithTies === true ? ' WITH TIES' : '';
  // An operand of `%` that binds loosely would not be parsed as a percentage.
  const power = percent === '' ? Power.Lowest : Power.Postfix;
  return [
    ...(node.limit === null ? [] : [`LIMIT ${printer.nested(node.limit, power)}${percent}${ties}`]),
    ...(node.offset === null
      ? []
      : [`OFFSET ${printOffset(node.offset, percent !== '', printer)}`]),
  ];
}

/** After a percentage, only a number or a parenthesis shows that OFFSET is not a name. */
function printOffset(offset: Expr, behindPercent: boolean, printer: Printer): string {
  const text = printer.nested(offset, Power.Lowest);
  return behindPercent && !/^[\d(]/.test(text) ? `(${text})` : text;
}

function printCtes(ctes: readonly CTE[], printer: Printer): string[] {
  if (ctes.length === 0) return [];
  const texts = ctes.map((cte) => printCte(cte, printer));
  return [
    `WITH ${ctes.some((cte) => cte.recursive === true) ? 'RECURSIVE ' : ''}${texts.join(', ')}`,
  ];
}

function printCte({ name, cteType, expr, columns, materialized }: CTE, printer: Printer): string {
  if (cteType === 'column') return `${printer.nested(expr, Power.Alias)} AS ${printName(name)}`;
  const hint = materialized === true ? 'MATERIALIZED ' : '';
  return `${printName(name)}${printNames(columns)} AS ${hint}(${printer.bare(expr).text})`;
}

function printNames(names: readonly string[] | null | undefined): string {
  return names ? `(${names.map(printName).join(', ')})` : '';
}

function printOrderBy(orderBy: readonly OrderExpr[] | null, printer: Printer): string[] {
  if (orderBy === null || orderBy.length === 0) return [];
  return [printOrders(orderBy, printer)];
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
    const natural = join.natural === true ? 'NATURAL ' : '';
    const type = join.joinType === null ? '' : `${natural}${join.joinType} `;
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
  const sample = join.sample ? ` ${printSample(join.sample, printer)}` : '';
  const columns = printNames(join.columnAliases);
  return `${printSource(join.table, printer)}${args}${alias}${columns}${sample}`;
}

function printSource(table: JoinExpr['table'], printer: Printer): string {
  if (table.type === 'JoinGroup') return `(${printJoins(table.first, printer)})`;
  if (table.type === 'ViewQuery') return printName(table.name);
  if (table.type !== 'ValuesQuery') return printer.nested(table, Power.Postfix);
  return `(VALUES ${table.rows.map((row) => `(${printer.list(row)})`).join(', ')})`;
}

function printSample({ ratio, offset }: SampleExpr, printer: Printer): string {
  const text = (value: SampleExpr['ratio']): string => {
    if (value.type === 'Placeholder') return printer.nested(value, Power.Postfix);
    const numbers = value.right === null ? [value.left] : [value.left, value.right];
    return numbers.map((number) => printer.nested(number, Power.Postfix)).join('/');
  };
  return `SAMPLE ${text(ratio)}${offset === null ? '' : ` OFFSET ${text(offset)}`}`;
}

/** Parts with clauses of their own keep parentheses; otherwise the clause would belong to the set. */
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
    ...printLimits(node, printer),
  ].join(' ');
}

function isClosed(query: Statement): boolean {
  if (query.type === 'SelectSetQuery') return true;
  const { orderBy, limitBy, limit, offset } = query;
  return orderBy !== null || limitBy !== null || limit !== null || offset !== null;
}
