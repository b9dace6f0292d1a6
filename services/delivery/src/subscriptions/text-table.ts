import type { ReportTable } from '@tidemark/contracts';
import { cellText } from './message';

/** Formats a table for a monospaced font: columns of numbers are right-aligned. */
export function textTable({ columns, rows }: ReportTable, maxCell = 32): string {
  const cells = [columns, ...rows.map((row) => row.map(cellText))].map((row) =>
    row.map((text) => shortened(text.replaceAll(/\s+/g, ' '), maxCell)),
  );
  const widths = columns.map((_, index) =>
    Math.max(...cells.map((row) => (row[index] ?? '').length)),
  );
  const isNumber = columns.map((_, index) => rows.some((row) => typeof row[index] === 'number'));
  return cells
    .map((row) =>
      widths
        .map((width, index) => {
          const text = row[index] ?? '';
          return isNumber[index] === true ? text.padStart(width) : text.padEnd(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function shortened(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}
