import type { SeriesMath } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import type { Interval } from '../../date-range/zoned';
import { EVENTS } from '../../series/condition';
import { isSessionProperty } from '../../series/property-value';
import { ast, text } from '../../sql/ast';
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

/** Statements for lines of one scan; those that can share a pass over the events do. */
export function sourcesOf(
  lines: readonly Line[],
  scan: Scan,
  isCumulative: boolean,
): readonly Statement[] {
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
  const math: SeriesMath = line.node.math ?? 'total';
  if (math === 'hogql') return customAggregate(line, scan);
  if (math.endsWith(PER_ACTOR)) return countsPerActor(line, scan);
  if (isFirstTime(math)) return firstTime(line, scan, entityOf(line));
  if (isStatistic(math) && isSessionProperty(line.node)) return perSession(line, scan);
  if (isRolling(math) && scan.hasBuckets && rolls(math, scan.range.interval)) {
    return rollingActives(line, scan, math);
  }
  const isUnique = math === 'dau' || math === 'unique_group' || isRolling(math);
  return isCumulative && isUnique ? firstSeen(line, scan, lineWhere(line, scan)) : null;
}

function isFirstTime(math: SeriesMath): boolean {
  return math.startsWith('first_');
}

export function isRolling(math: SeriesMath): math is RollingMath {
  return Object.hasOwn(ROLLING_DAYS, math);
}

/** A bucket as long as the window simply has its own actors. */
function rolls(math: RollingMath, interval: Interval): boolean {
  return interval !== 'month' && !(math === 'weekly_active' && interval === 'week');
}

/** The events whose first occurrence counts, before any filter. */
function entityOf({ node }: Line): Expr | null {
  if (node.kind !== 'EventsNode' || typeof node.event !== 'string') return null;
  return ast.compare('==', ast.field(EVENTS, 'event'), text(node.event));
}
