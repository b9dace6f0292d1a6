import type { TrendsQuery } from '@tidemark/contracts';
import type { ActorOption, ActorOptions } from '../../actors/options';
import { PERIOD_OPTIONS, distinct, optionsOf } from '../../actors/options';
import { ANY_BIN, NULL_BREAKDOWN, OTHER_BREAKDOWN } from '../../breakdown/markers';
import type { BreakdownPart } from '../../breakdown/parts';
import { readBreakdown } from '../../breakdown/parts';
import { axisOf } from '../../date-range/axis';
import type { InsightContext } from '../../insight/context';
import { entityName } from '../../series/entity';
import { showsTotals } from '../plan/display';
import { trendsPeriods } from '../plan/periods';
import { breakdownLabel } from '../response/breakdown-value';
import type { TrendsResponse } from '../response/trends-response';

/** The query without formulas: only the series in formulas have actors. */
export function withoutFormulas(query: TrendsQuery): TrendsQuery {
  const trendsFilter = { ...query.trendsFilter, formula: null, formulas: null, formulaNodes: null };
  return { ...query, trendsFilter };
}

/**
 * The options by which actors of trends can be selected (`docs/wire/insights-trends.md#trends-options`): buckets and
 * values of the current period.
 *
 * @param response to the query without its formulas, whose lines are the series
 */
export function trendsOptions(
  query: TrendsQuery,
  response: TrendsResponse,
  context: InsightContext,
): ActorOptions {
  const values = response.results
    .filter((line) => line.compare_label !== 'previous')
    .map((line) => line.breakdown_value);
  return {
    day: showsTotals(query) ? null : days(query, context),
    series: query.series.flatMap((node, value) =>
      node.kind === 'ActionsNode' && !context.actionNames.has(node.id)
        ? []
        : [{ label: entityName(node, context), value }],
    ),
    ...breakdownOptions(query, values, context),
    ...(query.compareFilter?.compare === true && { compare: PERIOD_OPTIONS }),
  };
}

function days(query: TrendsQuery, context: InsightContext): readonly ActorOption[] {
  const [{ range }] = trendsPeriods(query, context);
  const { labels, times } = axisOf(range);
  return optionsOf(labels, times);
}

function breakdownOptions(
  query: TrendsQuery,
  values: readonly unknown[],
  context: InsightContext,
): Pick<ActorOptions, 'breakdown' | 'breakdowns'> {
  const plan = readBreakdown(query.breakdownFilter);
  switch (plan.kind) {
    case 'none':
      return {};
    case 'cohorts':
      return {
        breakdown: plan.cohorts.map((value) => ({
          label: breakdownLabel(value, plan, context),
          value,
        })),
      };
    case 'properties': {
      const lists = values.map((value) => (Array.isArray(value) ? value : [value]).map(String));
      const options = plan.parts.map((part, at) => ({
        values: optionsOfPart(
          part,
          lists.map((list) => list[at] ?? ''),
        ),
      }));
      return plan.isList ? { breakdowns: options } : { breakdown: options[0]?.values ?? [] };
    }
  }
}

/** Real values come first; for a histogram, the option for all bins follows them. */
function optionsOfPart({ bins }: BreakdownPart, values: readonly string[]): ActorOption[] {
  const last =
    bins === null ? [NULL_BREAKDOWN, OTHER_BREAKDOWN] : [ANY_BIN, OTHER_BREAKDOWN, NULL_BREAKDOWN];
  const shown = [
    ...values.filter((value) => !last.includes(value)),
    ...last.filter((value) => value === ANY_BIN || values.includes(value)),
  ];
  return [...distinct(shown.map((value) => ({ label: labelOf(value), value })))];
}

function labelOf(value: string): string {
  if (value === NULL_BREAKDOWN) return 'None (i.e. no value)';
  return value === OTHER_BREAKDOWN ? 'Other (i.e. all remaining values)' : value;
}
