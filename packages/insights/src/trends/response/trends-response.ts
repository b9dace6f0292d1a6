import type { BreakdownPlan } from '../../breakdown/parts';
import type { LineValues } from '../../breakdown/read-lines';
import { NO_VALUES, compareTexts, isOther, readRows } from '../../breakdown/read-lines';
import { axisOf } from '../../date-range/axis';
import { resolvedPeriods } from '../../date-range/resolved';
import type { Rows, ResolvedPeriods } from '../../insight/plan';
import { formulasOf } from '../formula/formulas-of';
import type { Line } from '../plan/lines';
import type { PeriodName } from '../plan/periods';
import type { TrendsPlan } from '../plan/trends-plan';
import { filterEcho } from './filter-echo';
import { formulaResults } from './formula-results';
import type { LineShape, TrendsResult } from './line-results';
import { lineResult } from './line-results';

export interface TrendsResponse extends ResolvedPeriods {
  readonly results: readonly TrendsResult[];
  /** True if some breakdown values are only in the sum of all others. */
  readonly hasMore: boolean;
}

/** Builds the response from the rows of the composed statement. */
export function trendsResponse(plan: TrendsPlan, rows: Rows): TrendsResponse {
  const { query, periods } = plan;
  const values = readRows(rows);
  const hidesOther = query.breakdownFilter?.breakdown_hide_other_aggregation === true;
  const hasMore = [...values.values()].flat().some(({ breakdown }) => isOther(breakdown));
  const formulas = formulasOf(query);
  const first = axisOf(periods[0].range);
  const byPeriod = periods.map(({ name, range }, index) => {
    const over = { axis: index === 0 ? first : axisOf(range), times: first.times };
    return resultsOf(name, plan, over, values, hidesOther);
  });
  const results =
    formulas.length === 0
      ? byPeriod.flat()
      : formulas.flatMap((formula, index) =>
          byPeriod.flatMap((of) => formulaResults(formula, { index, query, results: of })),
        );
  return { results, hasMore, ...resolvedPeriods(periods[0].range, periods[1]?.range) };
}

function resultsOf(
  name: PeriodName,
  { query, context, breakdown, lines, periods }: TrendsPlan,
  over: Pick<LineShape, 'axis' | 'times'>,
  values: ReadonlyMap<number, readonly LineValues[]>,
  hidesOther: boolean,
): TrendsResult[] {
  const compares = periods.length > 1;
  const shape = {
    query,
    context,
    plan: breakdown,
    ...over,
    compares,
    filter: filterEcho(query, periods[0].range),
  };
  const shown = lines
    .filter((line) => line.period === name)
    .flatMap((line) =>
      shownOf(values.get(line.id) ?? [], breakdown)
        .filter((of) => !hidesOther || !isOther(of.breakdown))
        .map((of) => ({ line, of })),
    );
  if (ranksCohorts(breakdown)) shown.sort(bySize);
  return shown.map(({ line, of }) => lineResult(line, of, shape));
}

/** The values that are shown: without a breakdown a line is shown even when it has no rows. */
function shownOf(found: readonly LineValues[], { kind }: BreakdownPlan): readonly LineValues[] {
  return found.length === 0 && kind === 'none' ? [NO_VALUES] : found;
}

/** Whether cohorts are ranked like other values; together with all users they keep the order of the query. */
function ranksCohorts(breakdown: BreakdownPlan): boolean {
  return (
    breakdown.kind === 'cohorts' &&
    breakdown.cohorts.length > 1 &&
    !breakdown.cohorts.includes('all')
  );
}

interface ShownLine {
  readonly line: Line;
  readonly of: LineValues;
}

function bySize(one: ShownLine, other: ShownLine): number {
  return (
    one.line.index - other.line.index ||
    other.of.total - one.of.total ||
    compareTexts(String(one.line.cohort), String(other.line.cohort))
  );
}
