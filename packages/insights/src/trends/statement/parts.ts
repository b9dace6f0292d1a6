import type { Expr } from '@tidemark/hogql';
import { bucketKeyExpr, startOf } from '../../date-range/bucket-expr';
import { array, ast, number, text } from '../../hogql-builders/ast';
import { timestamp } from '../../hogql-builders/events';
import type { Parts } from '../../hogql-builders/template';
import type { Line } from '../plan/lines';
import type { Scan } from '../plan/scans';
import { TOTAL } from '../plan/scans';

/** Columns that every statement of a line has, as the parts of its template. */
export function sourceParts(line: Pick<Line, 'id'>, scan: Scan): Parts {
  return {
    line: number(line.id),
    bucket: bucketOf(scan, timestamp()),
    key: keyOf(scan),
    breakdown: breakdownOf(scan),
  };
}

export function bucketOf({ hasBuckets, range }: Scan, time: Expr): Expr {
  return hasBuckets ? startOf(range.interval, time) : text(TOTAL);
}

/** The key of a bucket in the result: of the selected column `bucket`, or of the given bucket. */
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
