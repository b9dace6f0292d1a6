import type { ExperimentFunnelMetric, SeriesNode } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import { timestampExpr } from '@tidemark/hogql';
import { hasOverlap } from '../../funnels/plan/read-settings';
import type { FunnelSettings } from '../../funnels/plan/settings';
import { funnelActors } from '../../funnels/statement/journeys/actors';
import { maskOf } from '../../funnels/statement/rows/scan';
import { array, ast, number, text } from '../../hogql-builders/ast';
import { EVENTS, timestamp } from '../../hogql-builders/events';
import { expr, statement } from '../../hogql-builders/template';
import { actorOf } from '../../series/actor';
import type { ExperimentPlan } from '../plan/experiment-plan';
import { windowSeconds } from '../plan/windows';
import { exposes, firstExposure, markOf } from './exposing';
import { metricEvents } from './metric-events';
import { totalsStatement } from './totals';
import { counted } from './value-of-unit';
import { numbersStatement } from './values';

type FunnelOf = ExperimentPlan<ExperimentFunnelMetric>;

const MICROSECONDS = 1_000_000;
/** In place of no window. */
const THREE_YEARS = 3 * 365 * 86_400;

/** Bit 0 of a mask: the event exposes its unit. */
const EXPOSED = 'bitTest(mask, 0)';

/**
 * Totals of units that went through the funnel, whose first step is an exposure; behind them how many reached each
 * of the other steps (`docs/wire/experiments.md#value-funnel`).
 *
 * @throws InsightError
 */
export function funnelStatement(plan: FunnelOf): Statement {
  const { series } = plan.metric;
  const [only] = series;
  const isSimple = series.length === 1 && windowOf(plan.metric) === null;
  if (only !== undefined && isSimple && !hasOverlap([plan.exposure.node, only])) {
    return oneStep(plan, only);
  }
  return journeys(plan);
}

/**
 * Without a window, a unit reaches the only step by any event after its first exposure. Counting these is twice as fast
 * as following the unit.
 */
function oneStep(plan: FunnelOf, step: FunnelOf['metric']['series'][number]): Statement {
  const events = metricEvents(step, plan, 'metric.series.0', { isEndIncluded: true });
  const hasCovariate = plan.lookbackDays !== null;
  const units = statement(
    hasCovariate
      ? 'SELECT variant, shown, if(v0 > 0, 1, 0) AS reached, if(covariate > 0, 1, 0) AS earlier FROM ({counted})'
      : 'SELECT variant, shown, if(v0 > 0, 1, 0) AS reached FROM ({counted})',
    { counted: numbersStatement(plan, [{ value: counted(), events }]) },
  );
  return totalsStatement(units, [
    ['sum(reached)', 'sum(reached)'],
    ['sum(reached)'],
    ...(hasCovariate ? [['sum(earlier)', 'sum(earlier)', 'sum(reached * earlier)']] : []),
  ]);
}

function journeys(plan: FunnelOf): Statement {
  const units = funnelUnits(plan);
  const reached = plan.metric.series.map((_, at) => `countIf(level >= ${at + 1})`);
  const covariate = ['sum(covariate)', 'sum(covariate)', 'sum(v0 * covariate)'];
  return totalsStatement(units, [
    ['sum(v0)', 'sum(v0)'],
    reached,
    ...(plan.lookbackDays === null ? [] : [covariate]),
  ]);
}

/**
 * One row per unit that counts: `unit`, `variant`, `shown`, `level` (the last step that it reached, 0 is the exposure),
 * `times` (when it reached each step, in microseconds, from index 1), `v0` (whether it reached the last step) and
 * `covariate`.
 *
 * @throws InsightError
 */
export function funnelUnits(plan: FunnelOf): Statement {
  const steps = plan.metric.series.length;
  const isOrdered = plan.metric.funnel_order_type !== 'unordered';
  const rows = eventRows(plan);
  const actors = funnelActors(
    { rows: isOrdered ? rows : fromExposure(rows), parts: 1, picked: pickedOf(plan) },
    settingsOf(plan),
  );
  return statement(
    `SELECT actor AS unit, picked[1] AS variant, arraySlice(picked, 3) AS shown, level, times,
       if(level = ${steps}, 1, 0) AS v0, if(picked[2] = '', 0, 1) AS covariate
     FROM (SELECT actor, shown AS picked, level, times FROM ({actors})) WHERE picked[1] != ''`,
    { actors },
  );
}

/** Whether an event is one of the steps after the exposure, for each of them. @throws InsightError */
export function funnelSteps(plan: FunnelOf): Expr[] {
  return plan.metric.series.map((node, at) =>
    metricEvents(node, plan, `metric.series.${at}`, { isEndIncluded: true }),
  );
}

/** The window in seconds; null without one. A window of 0 seconds contains only the timestamp of the exposure. */
function windowOf({
  conversion_window: length,
  conversion_window_unit: unit,
}: ExperimentFunnelMetric): number | null {
  const isLimited = typeof length === 'number' && unit !== null && unit !== undefined;
  return isLimited ? windowSeconds(length, unit) : null;
}

function settingsOf({ metric, exposure }: FunnelOf): FunnelSettings {
  const { series } = metric;
  const nodes: readonly SeriesNode[] = [exposure.node, ...series];
  return {
    order: metric.funnel_order_type ?? 'ordered',
    view: 'steps',
    window: (windowOf(metric) ?? THREE_YEARS) * MICROSECONDS,
    from: 0,
    to: series.length,
    steps: nodes.length,
    optional: new Set(),
    exclusions: [],
    hasOverlap: hasOverlap(nodes),
    attribution: 'first_touch',
    attributionStep: 0,
  };
}

/** Exposures and steps, as `FunnelScan` has them; the column `occurred_at` is the timestamp. */
function eventRows(plan: FunnelOf): Statement {
  const { id, present } = actorOf(plan.exposure.groupTypeIndex);
  const isExposing = exposes(plan);
  const steps = funnelSteps(plan);
  const read = ast.or([isExposing, ...steps]);
  return statement(
    `SELECT {actor} AS actor, toUnixTimestamp64Micro({timestamp}) AS at, {mask} AS mask,
       {timestamp} AS occurred_at, {mark} AS mark
     FROM events AS ${EVENTS} WHERE {where}`,
    {
      actor: id,
      timestamp: timestamp(),
      mask: maskOf([isExposing, ...steps]),
      mark: markOf(plan, isExposing),
      where: present === null ? read : ast.and([present, read]),
    },
  );
}

/** In any order, too, only what follows the first exposure counts. */
function fromExposure(rows: Statement): Statement {
  return statement(
    `SELECT actor, at, mask, occurred_at, mark
     FROM (
       SELECT actor, at, mask, occurred_at, mark,
         min(if(${EXPOSED}, at, NULL)) OVER (PARTITION BY actor) AS exposed
       FROM ({rows})
     ) WHERE at >= exposed`,
    { rows },
  );
}

/**
 * What is kept of a unit beside its steps, as a list of texts: its variant, none when it is not to count; whether it
 * has a covariate; breakdown values.
 */
function pickedOf(plan: FunnelOf): Expr {
  const { variant: kept, named, first, shown } = firstExposure(plan, EXPOSED, 'at');
  const variant = named(kept);
  const exposedAt = expr(`minIf(occurred_at, ${EXPOSED})`);
  const { window, maturedAt, lookbackDays } = plan;
  const counted =
    maturedAt === null || window === null
      ? variant
      : expr("if(addSeconds({exposedAt}, {window}) <= {now}, {variant}, '')", {
          exposedAt,
          variant,
          window: number(window),
          now: timestampExpr(maturedAt, ast),
        });
  const covariate =
    lookbackDays === null
      ? text('')
      : expr(
          `if(arrayExists(item -> item < {exposedAt} AND item >= subtractDays({exposedAt}, {days}),
             groupArrayIf(occurred_at, bitTest(mask, ${plan.metric.series.length}))), '1', '')`,
          { exposedAt, days: number(lookbackDays) },
        );
  return expr('arrayConcat({own}, {shown})', {
    own: array([counted, covariate]),
    shown: shown(first),
  });
}
