import type { Statement } from '@tidemark/hogql';
import type { DateRange } from '../date-range/resolve-date-range';
import { statement } from '../sql/template';
import { actorEvents } from './actor-events';
import type { Columns } from './ordered';
import { orderedColumns } from './ordered';
import type { FunnelScan } from './scan';
import type { FunnelSettings } from './settings';
import { unorderedColumns } from './unordered';

/** Values of actors are lists of texts; only such with a text in them are values (§4.5). */
const HAS_VALUE = "mark -> arrayExists(part -> part != '', mark)";

/**
 * One row per actor, and per breakdown value or period it counts for: `actor`, `shown` (its breakdown
 * value), `period`, `level` (the last step reached, from 0), `start`, and `times`, when each step was
 * reached (microseconds; 0 for one that was not).
 */
export function funnelActors(
  scan: FunnelScan,
  settings: FunnelSettings,
  range: DateRange,
): Statement {
  const isTrend = settings.view === 'trends';
  const isUnordered = settings.order === 'unordered';
  const inPeriod = isTrend ? 'moment = period' : null;
  const columns = isUnordered
    ? unorderedColumns(settings, inPeriod)
    : [...orderedColumns(settings, inPeriod), ...wayColumns(settings)];
  const list = columns.map(([name, sql]) => `${sql} AS ${name}`).join(',\n');
  const times = isUnordered ? '' : `, ${timesOf(settings)} AS times`;
  return statement(
    `SELECT actor, shown, period, level, start, times
     FROM (
       SELECT actor, shown, period, ts, masks, moments, ${list}${times}
       FROM (${split(settings, scan, isTrend)})
     )
     WHERE start > 0`,
    { events: actorEvents(scan, settings, range) },
  );
}

/** The value an actor counts for, and the periods it begins in. */
function split(settings: FunnelSettings, scan: FunnelScan, isTrend: boolean): string {
  const period = isTrend
    ? 'arrayJoin(arrayDistinct(arrayFilter((moment, mask) -> mask != 0, moments, masks)))'
    : '0';
  const { attribution, attributionStep } = settings;
  if (scan.breakdown !== null && attribution === 'step') {
    const bit = attributionStep;
    return `SELECT actor, shown, ${period} AS period, ts, moments,
        arrayMap((mask, mark) -> if(bitTest(mask, ${bit}) AND mark != shown, mask - ${2 ** bit}, mask),
          given, marks) AS masks
      FROM (
        SELECT actor, ts, masks AS given, moments, marks, arrayJoin(arrayDistinct(
          arrayFilter((mark, mask) -> bitTest(mask, ${bit}), marks, masks))) AS shown
        FROM ({events})
      )`;
  }
  return `SELECT actor, ${shownOf(settings, scan)} AS shown, ${period} AS period, ts, masks, moments
    FROM ({events})`;
}

function shownOf({ attribution }: FunnelSettings, { breakdown }: FunnelScan): string {
  if (breakdown === null || attribution === 'all_events') return 'own';
  const pick = attribution === 'last_touch' ? 'arrayLast' : 'arrayFirst';
  return `if(arrayExists(${HAS_VALUE}, marks), ${pick}(${HAS_VALUE}, marks), marks[1])`;
}

/** When the best run came to each step. */
function timesOf({ steps, optional }: FunnelSettings): string {
  const times = Array.from({ length: steps }, (_, step) => {
    if (step === 0) return 'start';
    if (optional.size > 0) return `if(d${step} > 0, ts[d${step}], 0)`;
    return `if(level >= ${step} AND has(v${step}, start), ts[indexOf(v${step}, start)], 0)`;
  });
  return `[${times.join(', ')}]`;
}

/**
 * With steps that may be left out: `d{k}`, by which event the best run came to step k, 0 when it did not. Such
 * a step counts only on the way to the next one, not once that was reached without it (`b{k}` is that event).
 */
function wayColumns({ steps, optional }: FunnelSettings): Columns {
  if (optional.size === 0) return [];
  const backwards = Array.from({ length: steps - 1 }, (_, at) => steps - 1 - at);
  return backwards.flatMap((step): Columns => {
    const next = step === steps - 1 ? 'length(ts) + 1' : `b${step + 1}`;
    const own = `indexOf(v${step}, start)`;
    return [
      [`d${step}`, `if(level >= ${step} AND ${own} < ${next}, ${own}, 0)`],
      [`b${step}`, `if(d${step} > 0, d${step}, ${next})`],
    ];
  });
}
