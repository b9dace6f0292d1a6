import type { SeriesMath } from '@tidemark/contracts';
import type { Statement } from '@tidemark/hogql';
import type { Interval } from '../../date-range/zoned';
import { isClockInterval } from '../../date-range/zoned';
import { isSessionProperty } from '../../series/property-value';
import { isWarehouseSeries, overTable } from '../../series/warehouse-series';
import type { Line, Scan } from '../lines';
import { PER_ACTOR, isStatistic } from '../math/aggregate';
import { customAggregate } from './custom-aggregate';
import { firstSeen, firstTime } from './first-time';
import { countsPerActor } from './per-actor';
import { perSession } from './per-session';
import { lineWhere } from './parts';
import type { RollingMath } from './rolling-actives';
import { ROLLING_DAYS, rollingActives } from './rolling-actives';
import { sharedScan } from './shared-scan';

/** Statements for lines of one scan; those that can share a pass over the events do. A table has one line. */
export function sourcesOf(
  lines: readonly Line[],
  scan: Scan,
  isCumulative: boolean,
): readonly Statement[] {
  const [first] = lines;
  if (first !== undefined && isWarehouseSeries(first.node)) {
    const { node } = first;
    const source = ownSource(first, scan, isCumulative) ?? sharedScan(lines, scan);
    return [overTable(source, node)];
  }
  const own: Statement[] = [];
  const shared: Line[] = [];
  for (const line of lines) {
    const source = ownSource(line, scan, isCumulative);
    if (source === null) shared.push(line);
    else own.push(source);
  }
  return shared.length === 0 ? own : [sharedScan(shared, scan), ...own];
}

/** Null for a line whose value is one aggregate over the events of its bucket. */
function ownSource(line: Line, scan: Scan, isCumulative: boolean): Statement | null {
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

export function mathOf({ node }: Pick<Line, 'node'>): SeriesMath {
  return node.math ?? 'total';
}

export function isFirstTime(math: SeriesMath): boolean {
  return math.startsWith('first_');
}

export function isRolling(math: SeriesMath): math is RollingMath {
  return Object.hasOwn(ROLLING_DAYS, math);
}

/** The math of a line whose buckets look back over days of their own; null for all others. */
export function rollingMathOf(line: Line, { hasBuckets, range }: Scan): RollingMath | null {
  const math = mathOf(line);
  return isRolling(math) && hasBuckets && rolls(math, range.interval) ? math : null;
}

/** A bucket as long as the window simply has its own actors. */
function rolls(math: RollingMath, interval: Interval): boolean {
  if (interval === 'week') return math !== 'weekly_active';
  return interval === 'day' || isClockInterval(interval);
}
