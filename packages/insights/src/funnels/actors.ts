import type { Statement } from '@tidemark/hogql';
import { statement } from '../sql/template';
import { actorEvents } from './actor-events';
import type { Column, Columns } from './columns';
import { orderedColumns } from './ordered';
import type { FunnelScan } from './scan';
import type { FunnelSettings } from './settings';
import { mindsTies, tiesTakenApart } from './ties';
import { begunByValue } from './begun-by-value';
import { oneStepEach, unorderedColumns } from './unordered';

/** Values of actors are lists of texts; only such with a text in them are values (§4.5). */
const HAS_VALUE = "mark -> arrayExists(part -> part != '', mark)";

/**
 * One row per actor, and per breakdown value or period it counts for: `actor`, `shown` (its breakdown
 * value), `period`, `level` (the last step reached, from 0), `start`, and `times`, when each step was
 * reached (microseconds; 0 for one that was not).
 */
export function funnelActors(scan: FunnelScan, settings: FunnelSettings): Statement {
  const isTrend = settings.view === 'trends';
  const inPeriod = isTrend ? 'moment = period' : null;
  const columns: Columns =
    settings.order === 'unordered'
      ? unorderedColumns(settings, inPeriod)
      : [
          ...orderedColumns(settings, inPeriod),
          ...wayColumns(settings),
          ['times', timesOf(settings)],
        ];
  const given = split(settings, scan, isTrend);
  const isShared = settings.order === 'unordered' && settings.hasOverlap;
  const rows = isShared ? oneStepEach(given, settings) : given;
  const names = ['actor', 'shown', 'period', 'ts', 'masks', 'moments'];
  const computed = mindsTies(settings)
    ? staged([...names, 'ords', 'mixed'], columns, tiesTakenApart(rows, settings), settings)
    : staged(names, columns, rows, settings);
  return statement(
    `SELECT actor, shown, period, level, start, times FROM (${computed}) WHERE start > 0`,
    { events: actorEvents(scan, settings) },
  );
}

/**
 * Columns over rows. The engine writes a column out wherever another one uses it: what remembers the events that
 * a run has used would double with every step, and is computed step by step instead.
 */
function staged(
  given: readonly string[],
  columns: Columns,
  rows: string,
  { hasOverlap, order, steps }: FunnelSettings,
): string {
  const byStep = order !== 'unordered' && (hasOverlap || steps > MOST_AT_ONCE);
  const known = [...given];
  let from = rows;
  let stage: Column[] = [];
  const close = (): void => {
    const list = stage.map(([name, sql]) => `${sql} AS ${name}`);
    from = `SELECT ${[...known, ...list].join(',\n')} FROM (${from})`;
    known.push(...stage.map(([name]) => name));
    stage = [];
  };
  for (const column of columns) {
    if (byStep && STEP_BEGINS.test(column[0])) close();
    stage.push(column);
  }
  close();
  return from;
}

/** Of more steps the engine would write out more than it reads. */
const MOST_AT_ONCE = 6;

/** The columns of a step begin with one of these. */
const STEP_BEGINS = /^(?:[uv][1-9]\d*|level)$/;

/** The value an actor counts for, and the periods it begins in. */
function split(settings: FunnelSettings, { hasMarks }: FunnelScan, isTrend: boolean): string {
  const period = isTrend
    ? 'arrayJoin(arrayDistinct(arrayFilter((moment, mask) -> mask != 0, moments, masks)))'
    : '0';
  const { attribution, attributionStep, order } = settings;
  if (hasMarks && attribution === 'step' && order === 'unordered') {
    return begunByValue(settings, period);
  }
  if (hasMarks && attribution === 'step') {
    const bit = attributionStep;
    return `SELECT actor, shown, ts, moments,
        arrayMap((mask, mark) -> if(bitTest(mask, ${bit}) AND mark != shown, mask - ${2 ** bit}, mask),
          given, marks) AS masks, ${period} AS period
      FROM (
        SELECT actor, ts, masks AS given, moments, marks, arrayJoin(arrayDistinct(
          arrayFilter((mark, mask) -> bitTest(mask, ${bit}), marks, masks))) AS shown
        FROM ({events})
      )`;
  }
  return `SELECT actor, ${shownOf(settings, hasMarks)} AS shown, ${period} AS period, ts, masks, moments
    FROM ({events})`;
}

function shownOf({ attribution }: FunnelSettings, hasMarks: boolean): string {
  if (!hasMarks || attribution === 'all_events') return 'own';
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
