import type { ColumnsExpr } from '../ast';
import { Power } from '../powers';
import { printConstant } from './constants';
import { printName, printStep } from './identifiers';
import type { Printer } from './printed';

/** `COLUMNS('regex')`, `COLUMNS(a, b)`, `t.* EXCLUDE (a)`, `COLUMNS(* EXCLUDE (a) REPLACE (x AS b))` */
export function printColumns(node: ColumnsExpr, printer: Printer): string {
  if (node.regex !== null) return `COLUMNS(${printConstant(node.regex)})`;
  if (node.columns !== null) return `COLUMNS(${printer.list(node.columns)})`;
  const exclude =
    node.exclude.length === 0 ? '' : ` EXCLUDE (${node.exclude.map(printName).join(', ')})`;
  const [first, ...rest] = node.table ?? [];
  const table =
    first === undefined ? '' : `${[printName(String(first)), ...rest.map(printStep)].join('.')}.`;
  if (node.replace.length === 0) return `${table}*${exclude}`;
  const replace = node.replace.map(
    ({ alias, expr }) => `${printer.nested(expr, Power.Alias)} AS ${printName(alias)}`,
  );
  return `COLUMNS(*${exclude} REPLACE (${replace.join(', ')}))`;
}
