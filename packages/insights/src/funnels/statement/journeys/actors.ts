import type { Statement } from '@tidemark/hogql';
import { statement } from '../../../hogql-builders/template';
import type { Columns } from '../../../hogql-builders/with-columns';
import { withColumns } from '../../../hogql-builders/with-columns';
import type { FunnelSettings } from '../../plan/settings';
import type { FunnelScan } from '../rows/scan';
import type { ActorEvents } from './actor-events';
import { actorEvents } from './actor-events';
import { begunByValue } from './begun-by-value';
import { orderedColumns } from './ordered';
import { mindsTies, tiesTakenApart } from './ties';
import { oneStepEach, unorderedColumns } from './unordered';

/**
 * Breakdown values are lists of texts; a list of empty texts is not a value
 * (`docs/wire/insights-funnels.md#funnel-values`).
 */
const HAS_VALUE = "mark -> arrayExists(part -> part != '', mark)";

/**
 * One row per actor, and per breakdown value or period in which it counts: `actor`, `shown` (its breakdown value),
 * `period`, `level` (the last step reached, from 0), `start`, and `times`, when each step was reached (microseconds;
 * 0 for steps that were not reached).
 */
export function funnelActors(scan: FunnelScan, settings: FunnelSettings): Statement {
  const isTrend = settings.view === 'trends';
  const inPeriod = isTrend ? 'bucket = period' : null;
  const steps: Columns =
    settings.order === 'unordered'
      ? unorderedColumns(settings, inPeriod)
      : [
          ...orderedColumns(settings, inPeriod),
          ...wayColumns(settings),
          ['times', timesOf(settings)],
        ];
  const events = actorEvents(scan, settings);
  const { rows, given, columns } = split(events, settings, scan, isTrend);
  if (mindsTies(settings)) {
    const apart = tiesTakenApart(withColumns(rows, given, columns, LISTS), settings);
    return best(apart, [...LISTS, 'ords', 'mixed'], steps);
  }
  if (settings.order === 'unordered' && settings.hasOverlap) {
    const each = oneStepEach(withColumns(rows, given, columns, LISTS), settings);
    return best(each, LISTS, steps);
  }
  return best(rows, given, [...columns, ...steps]);
}

/** The columns of an actor's events: lists of equal length, per value and period. */
const LISTS = ['actor', 'shown', 'period', 'ts', 'masks', 'buckets'];

/** Actors with at least one run, and their best run. */
function best(rows: Statement, given: readonly string[], columns: Columns): Statement {
  const wanted = ['actor', 'shown', 'period', 'level', 'start', 'times'];
  return statement(`SELECT ${wanted.join(', ')} FROM ({computed}) WHERE start > 0`, {
    computed: withColumns(rows, given, columns, wanted),
  });
}

/** The value for which an actor counts (`shown`), and the periods in which it begins (`period`). */
function split(
  events: ActorEvents,
  settings: FunnelSettings,
  scan: FunnelScan,
  isTrend: boolean,
): ActorEvents {
  const period = isTrend
    ? 'arrayJoin(arrayDistinct(arrayFilter((bucket, mask) -> mask != 0, buckets, masks)))'
    : '0';
  const { attribution, order } = settings;
  if (scan.parts === 0 || attribution !== 'step') {
    const columns = [
      ['shown', shownOf(events, settings, scan)] as const,
      ['period', period] as const,
    ];
    return { ...events, columns: [...events.columns, ...columns] };
  }
  const names = ['actor', 'ts', 'masks', 'buckets', 'marks'];
  const lists = withColumns(events.rows, events.given, events.columns, names);
  const begun = order === 'unordered' ? begunByValue(lists, settings) : ofOwnValue(lists, settings);
  return { ...begun, columns: [...begun.columns, ['period', period]] };
}

/** Rows of actors, one for each value of the attribution step: events of that step with other values do not count. */
function ofOwnValue(lists: Statement, { attributionStep: step }: FunnelSettings): ActorEvents {
  const rows = statement(
    `SELECT actor, ts, masks AS given, buckets, marks,
       arrayJoin(arrayDistinct(arrayFilter((mark, mask) -> bitTest(mask, ${step}), marks, masks))) AS shown
     FROM ({lists})`,
    { lists },
  );
  const masks = `arrayMap((mask, mark) -> if(bitTest(mask, ${step}) AND mark != shown, mask - ${2 ** step}, mask),
    given, marks)`;
  return {
    rows,
    given: ['actor', 'shown', 'ts', 'given', 'buckets', 'marks'],
    columns: [['masks', masks]],
  };
}

function shownOf(
  { given }: ActorEvents,
  { attribution }: FunnelSettings,
  { parts }: FunnelScan,
): string {
  if (parts === 0 || attribution === 'all_events') return 'own';
  if (given.includes('touched')) return 'touched';
  const pick = attribution === 'last_touch' ? 'arrayLast' : 'arrayFirst';
  return `if(arrayExists(${HAS_VALUE}, marks), ${pick}(${HAS_VALUE}, marks), marks[1])`;
}

/** When the best run reached each step; index 0 of a list returns 0. */
function timesOf({ steps, optional, exclusions }: FunnelSettings): string {
  const times = Array.from({ length: steps }, (_, step) => {
    if (step === 0) return 'start';
    if (optional.size > 0) return `ts[d${step}]`;
    // Runs that were stopped may have reached a later step than the best one.
    const at = `indexOf(v${step}, start)`;
    return exclusions.length === 0 ? `ts[${at}]` : `if(level >= ${step}, ts[${at}], 0)`;
  });
  return `[${times.join(', ')}]`;
}

/**
 * For funnels with optional steps: `d{k}`, the index of the event with which the best run reached step k, 0 when it
 * did not. An optional step counts only before the next step was reached without it (`b{k}` is that event).
 */
function wayColumns({ steps, optional, order }: FunnelSettings): Columns {
  if (optional.size === 0) return [];
  const backwards = Array.from({ length: steps - 1 }, (_, at) => steps - 1 - at);
  return backwards.flatMap((step): Columns => {
    const next = step === steps - 1 ? 'length(ts) + 1' : `b${step + 1}`;
    const own = `i${step}`;
    // In a strict funnel the run may have been interrupted at the step and continued from the previous one.
    const stays =
      order === 'strict' ? ` AND (${next} > length(ts) OR p${step}[${next}] = start)` : '';
    const came = `level >= ${step} AND ${own} > 0 AND ${own} < ${next}${stays}`;
    return [
      [own, `indexOf(v${step}, start)`],
      [`d${step}`, `if(${came}, ${own}, 0)`],
      [`b${step}`, `if(${came}, ${own}, ${next})`],
    ];
  });
}
