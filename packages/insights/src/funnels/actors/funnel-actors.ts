import type { FunnelsActorsQuery } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import { BASELINE } from '../../breakdown/markers';
import type { BreakdownPlan } from '../../breakdown/parts';
import { readBreakdown } from '../../breakdown/parts';
import { timestampOf, startOf } from '../../date-range/bucket-expr';
import type { DateRange } from '../../date-range/date-range';
import { previousPeriod } from '../../date-range/previous-period';
import { readDate } from '../../date-range/read-date';
import { startOfInterval } from '../../date-range/zoned';
import { array, ast, number, text } from '../../hogql-builders/ast';
import { expr, statement } from '../../hogql-builders/template';
import type { InsightContext } from '../../insight/context';
import { localNow } from '../../insight/context';
import { InsightError } from '../../insight/error';
import { rangeOf } from '../plan/periods';
import { funnelSettings } from '../plan/read-settings';
import type { FunnelSettings } from '../plan/settings';
import { NO_VALUE } from '../response/shown';
import { actorsOf } from '../statement/journeys/all-actors';
import { OTHER, rankedValues, valueLimit } from '../statement/ranking';
import { stepCondition, stepReached } from '../statement/step-reached';

/**
 * The persons behind a number of a funnel, by `actor_id` (`docs/wire/insights-funnels.md#funnel-actors`).
 * @throws InsightError
 */
export function funnelActorsStatement(
  query: FunnelsActorsQuery,
  context: InsightContext,
): Statement {
  const { actors, where } = funnelActorRows(query, context);
  return statement(
    'SELECT DISTINCT actor AS actor_id FROM ({actors}) WHERE {where} ORDER BY actor_id',
    { actors, where },
  );
}

/** A funnel's actors, and the condition for those that a query selects. */
interface FunnelActorRows {
  /** See `funnelActors`. */
  readonly actors: Statement;
  readonly where: Expr;
  readonly settings: FunnelSettings;
  readonly range: DateRange;
}

/** A funnel's actors and the condition of the query. @throws InsightError */
export function funnelActorRows(
  query: FunnelsActorsQuery,
  context: InsightContext,
): FunnelActorRows {
  const { source } = query;
  const settings = funnelSettings(source);
  const current = rangeOf(source, settings, context);
  const range =
    query.compare === 'previous'
      ? previousPeriod(current, source.compareFilter?.compare_to)
      : current;
  const breakdown = readBreakdown(source.breakdownFilter, context.pathCleaning);
  const actors = actorsOf(source, settings, range, breakdown, context);
  const conditions = [
    settings.view === 'trends'
      ? periodCondition(query, settings, range.interval, context)
      : stepCondition(query.funnelStep, settings, 'funnelStep'),
    ...breakdownCondition(query, breakdown, settings, actors),
  ];
  return { actors, where: ast.and(conditions), settings, range };
}

/** The actors that entered in a period and converted or dropped off. */
function periodCondition(
  { funnelTrendsDropOff, funnelTrendsEntrancePeriodStart }: FunnelsActorsQuery,
  settings: FunnelSettings,
  interval: Parameters<typeof startOf>[0],
  context: InsightContext,
): Expr {
  if (typeof funnelTrendsDropOff !== 'boolean') throw missing('funnelTrendsDropOff');
  if (typeof funnelTrendsEntrancePeriodStart !== 'string') {
    throw missing('funnelTrendsEntrancePeriodStart');
  }
  const { time } = readDate(
    funnelTrendsEntrancePeriodStart,
    localNow(context),
    'funnelTrendsEntrancePeriodStart',
  );
  const start = startOfInterval(time, interval, context.weekStartDay);
  const [entered, done] = [settings.from, settings.to].map((step) => stepReached(step, settings));
  return expr(
    `period = {start} AND (${entered}) AND ${funnelTrendsDropOff ? 'NOT ' : ''}(${done})`,
    {
      start: startOf(interval, timestampOf(start)),
    },
  );
}

function missing(field: string): InsightError {
  return new InsightError(`Actors of funnel trends need ${field}`, field);
}

function breakdownCondition(
  { source, funnelStepBreakdown }: FunnelsActorsQuery,
  breakdown: BreakdownPlan,
  settings: FunnelSettings,
  actors: Statement,
): Expr[] {
  const asked = funnelStepBreakdown ?? BASELINE;
  if (asked === BASELINE) return [];
  const values = (Array.isArray(asked) ? asked : [asked]).map(String);
  const isOf = (parts: readonly string[]): Expr =>
    ast.compare('==', ast.field('shown'), array(parts.map(text)));
  if (breakdown.kind === 'cohorts') {
    return [isOf(values.map((value) => (value === 'all' ? '0' : value)))];
  }
  if (settings.view === 'trends') {
    // Conversion lines show a missing value as this text (`docs/wire/insights-funnels.md#funnel-trends`).
    const missing = values.map((value) => (value === NO_VALUE ? '' : value));
    return [ast.or([isOf(values), isOf(missing)])];
  }
  const limit = valueLimit(source, breakdown);
  if (limit === null || values.length === 0 || values.some((value) => value !== OTHER)) {
    return [isOf(values)];
  }
  const beyond = statement('SELECT shown FROM ({ranked}) WHERE place > {limit}', {
    ranked: rankedValues(actors, settings),
    limit: number(limit),
  });
  return [ast.compare('in', ast.field('shown'), beyond)];
}
