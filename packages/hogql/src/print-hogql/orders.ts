import type { OrderExpr } from '../ast';
import { Power } from '../parser/powers';
import type { Printer } from './printed';

export function printOrder(item: OrderExpr, printer: Printer): string {
  return `${printer.nested(item.expr, Power.Lowest)} ${item.order}`;
}
