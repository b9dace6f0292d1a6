import type { InterpolateExpr, OrderExpr, WithFill } from '../ast';
import { Power } from '../powers';
import { printConstant } from './constants';
import { printName } from './identifiers';
import type { Printer } from './printed';

export function printOrder(item: OrderExpr, printer: Printer): string {
  const nulls = (item.nulls ?? null) === null ? '' : ' NULLS FIRST';
  const collate = item.collate ? ` COLLATE ${printConstant(item.collate)}` : '';
  const fill = item.withFill ? ` ${printFill(item.withFill, printer)}` : '';
  const expr = printer.nested(item.expr, Power.Lowest);
  // All names before an arrow without parentheses would be read as its arguments: `STEP a, x -> 0`.
  const text = item.expr.type === 'Lambda' ? `(${expr})` : expr;
  return `${text} ${item.order}${nulls}${collate}${fill}`;
}

export function printOrders(items: readonly OrderExpr[], printer: Printer): string {
  return `ORDER BY ${items.map((item) => printOrder(item, printer)).join(', ')}`;
}

function printFill({ from, to, step }: WithFill, printer: Printer): string {
  const parts = (
    [
      ['FROM', from],
      ['TO', to],
      ['STEP', step],
    ] as const
  ).flatMap(([word, expr]) =>
    expr === null ? [] : [` ${word} ${printer.nested(expr, Power.Lowest)}`],
  );
  return `WITH FILL${parts.join('')}`;
}

export function printInterpolate(items: readonly InterpolateExpr[], printer: Printer): string {
  if (items.length === 0) return 'INTERPOLATE';
  const texts = items.map(({ name, value }) =>
    value === null
      ? printName(name)
      : `${printName(name)} AS ${printer.nested(value, Power.Lowest)}`,
  );
  return `INTERPOLATE (${texts.join(', ')})`;
}
