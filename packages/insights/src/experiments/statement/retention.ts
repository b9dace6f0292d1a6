import type { ExperimentRetentionMetric, ExperimentWindowUnit } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import { timestampExpr } from '@tidemark/hogql';
import { daysAfter } from '../../date-range/bucket-expr';
import { ast, number } from '../../hogql-builders/ast';
import { EVENTS } from '../../hogql-builders/events';
import { expr, statement } from '../../hogql-builders/template';
import type { ExperimentPlan } from '../plan/experiment-plan';
import { windowSeconds } from '../plan/windows';
import { metricEvents } from './metric-events';
import { totalsStatement } from './totals';
import { unitsStatement } from './units';

const ADD: Readonly<Record<ExperimentWindowUnit, string>> = {
  second: 'addSeconds',
  minute: 'addMinutes',
  hour: 'addHours',
  day: 'addDays',
  week: 'addWeeks',
  month: 'addMonths',
};

/** How far events of the last day or hour may be beyond the end of a window, in seconds. */
const LAST_SECONDS: Readonly<Partial<Record<ExperimentWindowUnit, number>>> = {
  day: 86_400,
  hour: 3_600,
};

type RetentionOf = ExperimentPlan<ExperimentRetentionMetric>;

/**
 * Totals of units that began: how many there are, and how many came back in their window
 * (`docs/wire/experiments.md#value-retention`).
 *
 * @throws InsightError
 */
export function retentionStatement(plan: RetentionOf): Statement {
  return totalsStatement(retentionUnits(plan), [
    ['sum(v0)', 'sum(v0)'],
    ['count()', 'count()', 'sum(v0)'],
  ]);
}

/** One row per unit that began: `unit`, `variant`, `shown`, and `v0`, whether it came back. @throws InsightError */
export function retentionUnits(plan: RetentionOf): Statement {
  const { metric } = plan;
  const uuid = ast.field(EVENTS, 'uuid');
  const length = windowSeconds(metric.retention_window_end, metric.retention_window_unit);
  const units = unitsStatement(plan, [
    { condition: metricEvents(metric.start_event, plan, 'metric.start_event'), value: uuid },
    {
      condition: metricEvents(metric.completion_event, plan, 'metric.completion_event', {
        extra: length,
      }),
      value: uuid,
    },
  ]);
  const which = metric.start_handling === 'first_seen' ? 1 : -1;
  const began = statement(
    `SELECT unit, variant, shown, arraySort(starts)[${which}] AS start, ends
     FROM (
       SELECT unit, variant, shown, arrayFilter(item -> {isStart}, items0) AS starts, items1 AS ends
       FROM ({units})
     ) WHERE notEmpty(starts)`,
    { units, isStart: isStart(plan) },
  );
  return statement(
    `SELECT unit, variant, shown, if(arrayExists(item -> {isReturn}, ends), 1, 0) AS v0
     FROM ({began}) WHERE {matured}`,
    { began, isReturn: isReturn(metric), matured: isMatured(plan, length) },
  );
}

function isStart({ window }: ExperimentPlan): Expr {
  return window === null
    ? expr('item.1 >= exposed_at')
    : expr('item.1 >= exposed_at AND item.1 <= addSeconds(exposed_at, {window})', {
        window: number(window),
      });
}

/** Another event in the window that begins at the start event; the window has whole days or hours. */
function isReturn(metric: ExperimentRetentionMetric): Expr {
  const { retention_window_start: from, retention_window_end: to } = metric;
  const { retention_window_unit: unit } = metric;
  const end = windowSeconds(to, unit) + (LAST_SECONDS[unit] ?? 0);
  return ast.and([
    expr('item.2 != start.2'),
    expr('item.1 >= start.1 AND item.1 <= addSeconds(start.1, {end})', { end: number(end) }),
    ast.compare('>=', truncated(expr('item.1'), unit), after(from, unit)),
    ast.compare('<=', truncated(expr('item.1'), unit), after(to, unit)),
  ]);
}

function truncated(time: Expr, unit: ExperimentWindowUnit): Expr {
  if (unit === 'day') return ast.call('toStartOfDay', time);
  return unit === 'hour' ? ast.call('toStartOfHour', time) : time;
}

/** So many units after the start. */
function after(count: number, unit: ExperimentWindowUnit): Expr {
  const start = truncated(expr('start.1'), unit);
  return unit === 'day' ? daysAfter(start, count) : ast.call(ADD[unit], start, number(count));
}

function isMatured({ maturedAt }: ExperimentPlan, length: number): Expr {
  if (maturedAt === null || length === 0) return ast.constant(true);
  return expr('addSeconds(start.1, {length}) <= {now}', {
    length: number(length),
    now: timestampExpr(maturedAt, ast),
  });
}
