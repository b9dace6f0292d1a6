import type { Expr } from '@tidemark/hogql';
import { momentOf, startOf } from '../date-range/bucket-expr';
import { text } from '../sql/ast';
import { expr } from '../sql/template';
import type { RetentionLayout } from './layout';

/** Which interval of the table a moment lies in, counted from the first row. */
export function intervalIndex({ interval, rows, end }: RetentionLayout, moment: Expr): Expr {
  return expr('dateDiff({unit}, {first}, {start})', {
    unit: text(interval),
    first: startOf(interval, momentOf(rows[0] ?? end)),
    start: startOf(interval, moment),
  });
}
