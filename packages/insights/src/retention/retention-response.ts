import type { RetentionQuery } from '@tidemark/contracts';
import { readBreakdown } from '../breakdown/parts';
import type { LineValues } from '../breakdown/read-lines';
import { NO_VALUES, compareTexts, isOther, readRows } from '../breakdown/read-lines';
import { isoText } from '../date-range/iso-text';
import type { ResolvedDateRange, Rows } from '../insight/plan';
import { unsampled } from '../series/query-filters';
import type { RetentionLayout } from './plan/layout';
import { columnLabels } from './plan/layout';
import { propertySums } from './plan/property-sums';
import { ADDED_UP } from './statement/retention-statement';

interface RetentionCell {
  readonly count: number;
  readonly label: string;
  /** The sum of a property, or its mean over the actors; absent when cells only count. */
  readonly aggregation_value?: number;
}

interface RetentionResult {
  readonly values: readonly RetentionCell[];
  readonly label: string;
  readonly date: string;
  readonly breakdown_value: string | number | readonly string[] | null;
}

export interface RetentionResponse {
  readonly results: readonly RetentionResult[];
  readonly resolved_date_range: ResolvedDateRange;
}

/** The id of the cohort of all users. */
const ALL_USERS = '0';

/** Builds the table from the rows of the statement. */
export function retentionResponse(
  rows: Rows,
  query: RetentionQuery,
  layout: RetentionLayout,
): RetentionResponse {
  return {
    results: resultsOf(rows, query, layout),
    resolved_date_range: {
      date_from: isoText(layout.rows[0] ?? layout.end),
      date_to: isoText(layout.end),
    },
  };
}

function resultsOf(rows: Rows, query: RetentionQuery, layout: RetentionLayout): RetentionResult[] {
  const breakdown = readBreakdown(query.breakdownFilter);
  const lines = readRows(rows);
  switch (breakdown.kind) {
    case 'none':
      return rowsOf(lines.get(0)?.[0] ?? NO_VALUES, null, query, layout);
    case 'cohorts':
      return breakdown.cohorts
        .map((cohort, line) => ({
          ...(lines.get(line)?.[0] ?? NO_VALUES),
          breakdown: [cohort === 'all' ? ALL_USERS : String(cohort)],
        }))
        .filter((values) => sizeOf(values) > 0)
        .sort(bySize)
        .flatMap((values) => rowsOf(values, values.breakdown[0] ?? '', query, layout));
    case 'properties':
      return [...(lines.get(0) ?? [])].sort(bySize).flatMap((values) => {
        const shown = breakdown.parts.length > 1 ? values.breakdown : (values.breakdown[0] ?? '');
        return rowsOf(values, shown, query, layout);
      });
  }
}

/** Sorts by size, equal sizes by text; the Other value is last. */
function bySize(one: LineValues, other: LineValues): number {
  return (
    Number(isOther(one.breakdown)) - Number(isOther(other.breakdown)) ||
    sizeOf(other) - sizeOf(one) ||
    compareTexts(one.breakdown.join('::'), other.breakdown.join('::'))
  );
}

function sizeOf({ values }: LineValues): number {
  let size = 0;
  for (const [key, value] of values) if (key.endsWith(':0')) size += value;
  return size;
}

function rowsOf(
  { values }: LineValues,
  breakdown: RetentionResult['breakdown_value'],
  query: RetentionQuery,
  layout: RetentionLayout,
): RetentionResult[] {
  const labels = columnLabels(layout);
  return layout.rows.map((start, row) => ({
    values: labels.map((label, column) => cellOf(values, `${row}:${column}`, label, query)),
    label: `${layout.period} ${row}`,
    date: isoText(start),
    breakdown_value: breakdown,
  }));
}

function cellOf(
  values: LineValues['values'],
  key: string,
  label: string,
  query: RetentionQuery,
): RetentionCell {
  const actors = values.get(key) ?? 0;
  const cell = { count: unsampled(actors, query.samplingFactor), label };
  const sums = propertySums(query);
  if (sums === null) return cell;
  const total = values.get(`${key}${ADDED_UP}`) ?? 0;
  // The mean of a sample is not scaled.
  const mean = actors === 0 ? 0 : total / actors;
  return {
    ...cell,
    aggregation_value: sums.type === 'avg' ? mean : unsampled(total, query.samplingFactor),
  };
}
