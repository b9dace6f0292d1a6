import type { WindowExpr, WindowFrame, WindowFrameBound, WindowName } from '../ast';
import { Power } from '../powers';
import { printName } from './identifiers';
import type { Printer } from './printed';
import { printOrder } from './orders';

/** `(PARTITION BY a ORDER BY b ASC ROWS 1 PRECEDING)`, or the name of a window */
export function printWindow(window: WindowExpr | WindowName, printer: Printer): string {
  if (window.type === 'WindowName') return printName(window.name);
  const { partitionBy, orderBy, frame } = window;
  const orders = orderBy.map((item) => printOrder(item, printer)).join(', ');
  const parts = [
    ...(partitionBy.length === 0 ? [] : [`PARTITION BY ${printer.list(partitionBy)}`]),
    ...(orderBy.length === 0 ? [] : [`ORDER BY ${orders}`]),
    ...(frame === null ? [] : [printFrame(frame, printer)]),
  ];
  return `(${parts.join(' ')})`;
}

function printFrame({ method, from, to }: WindowFrame, printer: Printer): string {
  const start = printBound(from, printer);
  return to === null
    ? `${method} ${start}`
    : `${method} BETWEEN ${start} AND ${printBound(to, printer)}`;
}

function printBound({ direction, value }: WindowFrameBound, printer: Printer): string {
  if (direction === 'CURRENT ROW') return direction;
  return `${value === null ? 'UNBOUNDED' : printer.nested(value, Power.Between + 1)} ${direction}`;
}
