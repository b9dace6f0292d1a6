import type { Expr } from '@tidemark/hogql';
import { array, ast, number, text } from '../../sql/ast';
import type { Parts } from '../../sql/template';
import type { Line, Scan } from '../lines';
import { bucketKeyExpr, startOf, timestamp } from '../../date-range/bucket-expr';

/** The bucket of a scan without buckets. */
export const TOTAL = 'total';

/** Columns that every source has, as the parts of its template. */
export function sourceParts(line: Pick<Line, 'id'>, scan: Scan): Parts {
  return {
    line: number(line.id),
    bucket: bucketOf(scan, timestamp()),
    key: keyOf(scan),
    breakdown: breakdownOf(scan),
  };
}

export function bucketOf({ hasBuckets, range }: Scan, moment: Expr): Expr {
  return hasBuckets ? startOf(range.interval, moment) : text(TOTAL);
}

/** How rows are told apart once `bucket` has been selected, or by the bucket that is given. */
export function keyOf({ hasBuckets, range }: Scan, bucket: Expr = ast.field('bucket')): Expr {
  return hasBuckets ? bucketKeyExpr(range.interval, bucket) : bucket;
}

export function breakdownOf({ breakdown }: Scan): Expr {
  return breakdown ?? array([text('')]);
}

/** The events of a line within its scan. */
export function lineWhere(line: Line, scan: Scan, ...more: readonly (Expr | null)[]): Expr {
  const conditions = [scan.where, line.condition, ...more];
  return ast.and(conditions.filter((condition) => condition !== null));
}
