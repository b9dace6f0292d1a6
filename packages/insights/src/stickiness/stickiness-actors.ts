import type { StickinessQuery } from '@tidemark/contracts';
import type { InsightActors, InsightPoint } from '../actors/insight-actors';
import type { ActorOption, ActorOptions } from '../actors/options';
import { PERIOD_OPTIONS, distinct, optionsOf } from '../actors/options';
import { ast, number } from '../hogql-builders/ast';
import { statement } from '../hogql-builders/template';
import type { InsightContext } from '../insight/context';
import { InsightError } from '../insight/error';
import type { StickinessResponse } from './plan-stickiness';
import { stickinessPeriods } from './plan-stickiness';
import { OPERATORS, activeIntervals } from './statement';

/**
 * The actors that were active in the given number of intervals (`docs/wire/insights-others.md#stickiness-actors`): in
 * cumulative mode in at least as many, otherwise compared by its operator. Without a number all active actors.
 */
export function stickinessActors(
  query: StickinessQuery,
  { day, series, compare, operator }: InsightPoint,
  context: InsightContext,
): InsightActors {
  const index = series ?? 0;
  const period = stickinessPeriods(query, context).find(
    ({ name }) => name === (compare ?? 'current'),
  );
  if (period === undefined) throw new InsightError('The query has no comparison', 'compare');
  const isCumulative = query.stickinessFilter?.computedAs === 'cumulative';
  const asked = isCumulative ? 'gte' : (operator ?? 'exact');
  const where =
    day === null || day === undefined
      ? ast.constant(true)
      : ast.compare(OPERATORS[asked], ast.field('intervals'), number(intervalsOf(day)));
  return {
    statement: statement(
      'SELECT actor AS actor_id, event_count, intervals FROM ({active}) WHERE {where}',
      { active: activeIntervals(query, index, period.range, context), where },
    ),
    columns: ['actor_id', 'event_count', 'intervals'],
    groupTypeIndex: query.series[index]?.math_group_type_index ?? null,
  };
}

function intervalsOf(day: string | number): number {
  const intervals = Number(day);
  if (Number.isInteger(intervals)) return intervals;
  throw new InsightError('The day of stickiness is a number of intervals', 'day');
}

/** The parameters by which actors of stickiness can be requested. */
export function stickinessOptions(
  query: StickinessQuery,
  response: StickinessResponse,
): ActorOptions {
  const [first] = response.results;
  return {
    day: optionsOf(first?.labels ?? [], first?.days ?? []),
    series: seriesOf(
      response.results.map(({ label, action }) => [label, action['order']] as const),
    ),
    ...(query.compareFilter?.compare === true && { compare: PERIOD_OPTIONS }),
  };
}

function seriesOf(
  series: readonly (readonly [name: unknown, index: unknown])[],
): readonly ActorOption[] {
  return distinct(series.map(([name, index]) => ({ label: String(name), value: Number(index) })));
}
