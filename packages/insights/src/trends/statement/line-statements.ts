import type { Statement } from '@tidemark/hogql';
import { isSessionProperty } from '../../series/property-value';
import { isWarehouseSeries, overTable } from '../../series/warehouse-series';
import type { Line } from '../plan/lines';
import { PER_ACTOR, isFirstTime, isRolling, isStatistic, mathOf } from '../plan/math';
import type { Scan, ScannedLines } from '../plan/scans';
import { firstSeen, firstTime } from './first-time';
import { countsPerActor, customAggregate, perSession } from './nested-aggregates';
import { lineWhere } from './parts';
import { rollingActives, rollingMathOf } from './rolling-actives';
import { sharedScan } from './shared-scan';

/**
 * The points of the lines of one scan, one row each: `line`, `breakdown`, `key` (the bucket) and `value`. Lines share
 * one pass over the events where possible. A table has one line.
 */
export function lineStatements(
  { lines, scan }: ScannedLines,
  isCumulative: boolean,
): readonly Statement[] {
  const [first] = lines;
  if (first !== undefined && isWarehouseSeries(first.node)) {
    const { node } = first;
    const source = ownStatement(first, scan, isCumulative) ?? sharedScan(lines, scan);
    return [overTable(source, node)];
  }
  const own: Statement[] = [];
  const shared: Line[] = [];
  for (const line of lines) {
    const source = ownStatement(line, scan, isCumulative);
    if (source === null) shared.push(line);
    else own.push(source);
  }
  return shared.length === 0 ? own : [sharedScan(shared, scan), ...own];
}

/** The separate statement of a line; null if its value is one aggregate over the events of its bucket. */
function ownStatement(line: Line, scan: Scan, isCumulative: boolean): Statement | null {
  const math = mathOf(line);
  if (math === 'hogql') return customAggregate(line, scan);
  if (math.endsWith(PER_ACTOR)) return countsPerActor(line, scan);
  if (isFirstTime(math)) return firstTime(line, scan);
  if (isStatistic(math) && isSessionProperty(line.node)) return perSession(line, scan);
  const rolling = rollingMathOf(line, scan);
  if (rolling !== null) return rollingActives(line, scan, rolling);
  const isUnique = math === 'dau' || math === 'unique_group' || isRolling(math);
  return isCumulative && isUnique ? firstSeen(line, scan, lineWhere(line, scan)) : null;
}
