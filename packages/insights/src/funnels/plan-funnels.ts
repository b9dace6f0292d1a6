import type { FunnelsQuery } from '@tidemark/contracts';
import type { Statement } from '@tidemark/hogql';
import { readBreakdown } from '../breakdown/parts';
import { toldPeriods } from '../date-range/resolved';
import type { InsightContext } from '../insight-context';
import type { InsightPlan, Rows, ToldPeriods } from '../insight-plan';
import { actorsOf } from './journeys/all-actors';
import { comparedSteps, labelled } from './views/compared';
import { periodsOf } from './periods';
import { funnelSettings } from './settings/read-settings';
import type { FunnelShape } from './views/shape';
import { stepsResults, totalMedian } from './views/step-results';
import { stepsStatement } from './views/steps';
import { timeResults, timeStatement } from './views/time-to-convert';
import { trendResults, trendStatement } from './views/trends';

export interface FunnelsAnswer extends ToldPeriods {
  readonly results: unknown;
  /** Seconds, of steps alone, and of one period alone. */
  readonly total_median_conversion_time: number | null;
  /** False: nothing leaves the engine to be computed. */
  readonly isUdf: false;
}

/** One period of a funnel, and who went through it then. */
interface Part {
  readonly shape: FunnelShape;
  readonly actors: Statement;
}

/** FunnelsQuery: how far actors came (`wire/insights.md` §4). @throws InsightError */
export function planFunnels(
  query: FunnelsQuery,
  context: InsightContext,
): InsightPlan<FunnelsAnswer> {
  const settings = funnelSettings(query);
  const [range, previous] = periodsOf(query, settings, context);
  const breakdown = readBreakdown(query.breakdownFilter, context.pathCleaning);
  const partOf = (period: typeof range): Part => ({
    shape: { query, settings, range: period, breakdown, context },
    actors: actorsOf(query, settings, period, breakdown, context),
  });
  const { statements, results, median } =
    previous === null ? alone(partOf(range)) : compared(partOf(range), partOf(previous));
  return {
    statements,
    answer: (rows) => ({
      results: results(rows),
      total_median_conversion_time: median?.(rows) ?? null,
      isUdf: false,
      ...toldPeriods(range, previous),
    }),
  };
}

/** What is asked of the engine, and what is made of the rows of each statement. */
interface View {
  readonly statements: readonly Statement[];
  readonly results: (rows: readonly Rows[]) => unknown;
  readonly median?: (rows: readonly Rows[]) => number | null;
}

function alone({ shape, actors }: Part): View {
  const made = (statement: Statement, results: (rows: Rows) => unknown): View => ({
    statements: [statement],
    results: ([rows = []]) => results(rows),
  });
  switch (shape.settings.view) {
    case 'steps':
      return {
        ...made(stepsStatement(shape, actors), (rows) => stepsResults(rows, shape)),
        median: ([rows = []]) => totalMedian(rows),
      };
    case 'trends':
      return made(trendStatement(shape, actors), (rows) => trendResults(rows, shape));
    case 'time_to_convert':
      return made(timeStatement(shape, [actors]), (rows) => timeResults(rows));
  }
}

/** The same of two periods, the current one first. */
function compared(current: Part, previous: Part): View {
  const { shape } = current;
  if (shape.settings.view === 'time_to_convert') {
    return {
      statements: [timeStatement(shape, [current.actors, previous.actors])],
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
      return shape.settings.view === 'steps'
        ? comparedSteps(first, second, shape.breakdown.kind !== 'none')
        : [...labelled(first, 'current'), ...labelled(second, 'previous')];
    },
  };
}
