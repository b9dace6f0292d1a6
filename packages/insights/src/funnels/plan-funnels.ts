import type { FunnelsQuery } from '@tidemark/contracts';
import type { Statement } from '@tidemark/hogql';
import { readBreakdown } from '../breakdown/parts';
import { resolvedPeriods } from '../date-range/resolved';
import type { InsightContext } from '../insight/context';
import type { InsightPlan, Rows, ResolvedPeriods } from '../insight/plan';
import type { FunnelPlan } from './plan/funnel-plan';
import { periodsOf } from './plan/periods';
import { funnelSettings } from './plan/read-settings';
import { comparedSteps, labelled } from './response/compared';
import { stepsResults, totalMedian } from './response/step-results';
import { timeResults } from './response/time-results';
import { trendResults } from './response/trend-results';
import { trendStatement } from './statement/conversion-trend';
import { actorsOf } from './statement/journeys/all-actors';
import { stepsStatement } from './statement/steps';
import { timeStatement } from './statement/time-to-convert';

export interface FunnelsResponse extends ResolvedPeriods {
  readonly results: unknown;
  /** In seconds; only for the steps view, and only without comparison. */
  readonly total_median_conversion_time: number | null;
  /** Always false: the engine does not use UDFs here. */
  readonly isUdf: false;
}

/** One period of a funnel, with its actors. */
interface Part {
  readonly plan: FunnelPlan;
  readonly actors: Statement;
}

/** FunnelsQuery: the steps that actors reached (`docs/wire/insights-funnels.md#funnels`). @throws InsightError */
export function planFunnels(
  query: FunnelsQuery,
  context: InsightContext,
): InsightPlan<FunnelsResponse> {
  const settings = funnelSettings(query);
  const [range, previous] = periodsOf(query, settings, context);
  const breakdown = readBreakdown(query.breakdownFilter, context.pathCleaning);
  const partOf = (period: typeof range): Part => ({
    plan: { query, settings, range: period, breakdown, context },
    actors: actorsOf(query, settings, period, breakdown, context),
  });
  const { statements, results, median } =
    previous === null ? alone(partOf(range)) : compared(partOf(range), partOf(previous));
  return {
    statements,
    shape: (rows) => ({
      results: results(rows),
      total_median_conversion_time: median?.(rows) ?? null,
      isUdf: false,
      ...resolvedPeriods(range, previous),
    }),
  };
}

/** The statements of a view, and how their rows become the result. */
interface View {
  readonly statements: readonly Statement[];
  readonly results: (rows: readonly Rows[]) => unknown;
  readonly median?: (rows: readonly Rows[]) => number | null;
}

function alone({ plan, actors }: Part): View {
  const made = (statement: Statement, results: (rows: Rows) => unknown): View => ({
    statements: [statement],
    results: ([rows = []]) => results(rows),
  });
  switch (plan.settings.view) {
    case 'steps':
      return {
        ...made(stepsStatement(plan, actors), (rows) => stepsResults(rows, plan)),
        median: ([rows = []]) => totalMedian(rows),
      };
    case 'trends':
      return made(trendStatement(plan, actors), (rows) => trendResults(rows, plan));
    case 'time_to_convert':
      return made(timeStatement(plan, [actors]), (rows) => timeResults(rows));
  }
}

/** The view of two periods, the current one first. */
function compared(current: Part, previous: Part): View {
  const { plan } = current;
  if (plan.settings.view === 'time_to_convert') {
    return {
      statements: [timeStatement(plan, [current.actors, previous.actors])],
      results: ([rows = []]) => [
        ...labelled([timeResults(rows)], 'current'),
        ...labelled([timeResults(rows, 1)], 'previous'),
      ],
    };
  }
  const [one, other] = [alone(current), alone(previous)];
  return {
    statements: [...one.statements, ...other.statements],
    results: ([now = [], before = []]) => {
      const [first, second] = [one.results([now]), other.results([before])] as [object[], object[]];
      return plan.settings.view === 'steps'
        ? comparedSteps(first, second, plan.breakdown.kind !== 'none')
        : [...labelled(first, 'current'), ...labelled(second, 'previous')];
    },
  };
}
