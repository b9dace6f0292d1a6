import type { Expr, OrderExpr } from '../ast';
import { printList, printOperand } from './expressions';
import { printOrder } from './orders';
import { QUERY_POWER, type Printed, type Printer } from './printed';
import { printStatement } from './queries';

/**
 * Canonical HogQL text of a tree: one line, upper-case keywords, operators with only the parentheses they need.
 * Parsing the text gives the same tree. Responses show it as `hogql`, and columns without an alias are named by it.
 */
export function printHogQL(node: Expr | OrderExpr): string {
  return node.type === 'OrderExpr' ? printOrder(node, PRINTER) : bare(node).text;
}

function bare(node: Expr): Printed {
  return node.type === 'SelectQuery' || node.type === 'SelectSetQuery'
    ? { text: printStatement(node, PRINTER), power: QUERY_POWER }
    : printOperand(node, PRINTER);
}

const PRINTER: Printer = {
  bare,
  nested(node, minPower) {
    const { text, power } = bare(node);
    return power < minPower ? `(${text})` : text;
  },
  list: (nodes) => printList(nodes, PRINTER),
};
