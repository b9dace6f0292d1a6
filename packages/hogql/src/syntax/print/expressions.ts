import type {
  ArraySlice,
  Call,
  Constant,
  Dict,
  Expr,
  Field,
  Lambda,
  Statement,
  Tuple,
  TupleAccess,
} from '../ast';
import { Power } from '../powers';
import { printConstant } from './constants';
import { printFunctionName, printName, printStep } from './identifiers';
import {
  printArithmetic,
  printBetween,
  printComparison,
  printConjunction,
  printDistinctFrom,
  printNot,
} from './operators';
import type { Printed, Printer } from './printed';
import { printColumns } from './columns';
import { printOrders } from './orders';
import { printTag } from './tags';
import { printWindow } from './windows';

type Operand = Exclude<Expr, Statement>;

/** Text of every expression except whole queries. */
export function printOperand(node: Operand, printer: Printer): Printed {
  switch (node.type) {
    case 'CompareOperation':
      return printComparison(node, printer);
    case 'BetweenExpr':
      return printBetween(node, printer);
    case 'ArithmeticOperation':
      return printArithmetic(node, printer);
    case 'And':
      return printConjunction(node.exprs, 'AND', printer);
    case 'Or':
      return printConjunction(node.exprs, 'OR', printer);
    case 'Not':
      return printNot(node, printer);
    case 'Lambda':
      return { text: printLambda(node, printer), power: Power.Lowest };
    case 'Alias': {
      const expr = printer.nested(node.expr, Power.Alias);
      return { text: `${expr} AS ${printName(node.alias)}`, power: Power.Alias };
    }
    case 'ArrayAccess': {
      const array = printer.nested(node.array, Power.Postfix);
      const key = printer.nested(node.property, Power.Lowest);
      return { text: `${array}${node.nullish ? '?.' : ''}[${key}]`, power: Power.Postfix };
    }
    case 'ArraySlice':
      return { text: printSlice(node, printer), power: Power.Postfix };
    case 'IsDistinctFrom':
      return printDistinctFrom(node, printer);
    case 'TupleAccess':
      return { text: printTupleAccess(node, printer), power: Power.Postfix };
    case 'Field':
      // `*.1` and `*[1]` would not be parsed.
      return { text: printField(node), power: isAsterisk(node) ? Power.Negate : Power.Primary };
    default:
      return { text: printPrimary(node, printer), power: Power.Primary };
  }
}

type Primary = Extract<
  Operand,
  {
    type:
      | 'Constant'
      | 'Call'
      | 'Array'
      | 'Tuple'
      | 'Placeholder'
      | 'TypeCast'
      | 'TryCast'
      | 'ColumnsExpr'
      | 'HogQLXTag'
      | 'Dict'
      | 'WindowFunction';
  }
>;

function printPrimary(node: Primary, printer: Printer): string {
  switch (node.type) {
    case 'Constant':
      return printConstant(node.value);
    case 'Call':
      return printCall(node, printer);
    case 'Array':
      return `[${printer.list(node.exprs)}]`;
    case 'Tuple':
      return printTuple(node, printer);
    case 'Placeholder':
      return `{${printer.nested(node.expr, Power.Lowest)}}`;
    case 'Dict':
      return `{${node.items.map((item) => printItem(item, printer)).join(', ')}}`;
    case 'WindowFunction': {
      const call = printCall({ ...node, type: 'Call', distinct: false, orderBy: null }, printer);
      return `${call} OVER ${printWindow(node.over, printer)}`;
    }
    case 'ColumnsExpr':
      return printColumns(node, printer);
    case 'HogQLXTag':
      return printTag(node, printer);
    case 'TryCast':
      return `TRY_CAST(${printer.nested(node.expr, Power.Ternary)} AS ${node.typeName})`;
    case 'TypeCast':
      return `CAST(${printer.nested(node.expr, Power.Ternary)} AS ${node.typeName})`;
  }
}

function isAsterisk({ chain }: Field): boolean {
  return chain[chain.length - 1] === '*';
}

function printField({ chain }: Field): string {
  const [first, ...rest] = chain;
  const head = typeof first === 'string' && first !== '*' ? printName(first) : String(first ?? '');
  return [head, ...rest.map(printStep)].join('.');
}

function printCall(node: Call, printer: Printer): string {
  const params = node.params === null ? '' : `(${printer.list(node.params)})`;
  const distinct = node.distinct ? 'DISTINCT ' : '';
  const filter =
    node.filterExpr === null
      ? ''
      : ` FILTER (WHERE ${printer.nested(node.filterExpr, Power.Lowest)})`;
  const orders = node.orderBy ? printOrders(node.orderBy, printer) : '';
  const separator = orders !== '' && node.args.length > 0 ? ' ' : '';
  const args = `(${distinct}${printer.list(node.args)}${separator}${orders})`;
  const nulls = node.nulls ? ` ${node.nulls} NULLS` : '';
  return `${printFunctionName(node.name)}${params}${args}${filter}${nulls}`;
}

function printTuple(node: Tuple, printer: Printer): string {
  if (node.exprs.length === 0) return 'tuple()';
  return `(${printer.list(node.exprs)}${node.exprs.length === 1 ? ',' : ''})`;
}

/** Not the list of {@link printList}: a value after `:` never follows an unparenthesised name and a comma. */
function printItem([key, value]: Dict['items'][number], printer: Printer): string {
  return `${printer.nested(key, Power.Or)}: ${printer.nested(value, Power.Or)}`;
}

function printSlice({ array, from, to }: ArraySlice, printer: Printer): string {
  const bound = (expr: Expr | null): string =>
    expr === null ? '' : printer.nested(expr, Power.Or);
  return `${printer.nested(array, Power.Postfix)}[${bound(from)}:${bound(to)}]`;
}

/** A number before `.1` would be parsed as one number with it. */
function printTupleAccess(node: TupleAccess, printer: Printer): string {
  const isNumber = (inner: Expr): inner is Constant =>
    inner.type === 'Constant' && typeof inner.value !== 'string';
  const tuple = printer.nested(node.tuple, Power.Postfix);
  const left = isNumber(node.tuple) ? `(${tuple})` : tuple;
  return `${left}${node.nullish ? '?.' : '.'}${node.index}`;
}

function printLambda(node: Lambda, printer: Printer, isFirst = true): string {
  const args = node.args.map(printName).join(', ');
  const head = isFirst && node.args.length === 1 ? args : `(${args})`;
  return `${head} -> ${printer.nested(node.expr, Power.Lowest)}`;
}

/**
 * Items separated by commas. A lambda that is not the first puts its argument in parentheses: the language reads all
 * names before an arrow without parentheses as arguments (`f(a, x -> x)` has one argument).
 */
export function printList(nodes: readonly Expr[], printer: Printer): string {
  return nodes
    .map((node, at) =>
      node.type === 'Lambda'
        ? printLambda(node, printer, at === 0)
        : printer.nested(node, Power.Lowest),
    )
    .join(', ');
}
