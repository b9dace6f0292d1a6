/** A number of the overview; the previous value is null without comparison. */
export interface OverviewItem {
  readonly key: string;
  readonly kind: 'unit' | 'duration_s' | 'percentage' | 'currency';
  readonly isIncreaseBad: boolean | null;
  readonly value: number | null;
  readonly previous: number | null;
  /** Whole percents. */
  readonly changeFromPreviousPct: number | null;
}

interface Metric extends Pick<OverviewItem, 'key' | 'kind'> {
  readonly isIncreaseBad?: true;
  /** An aggregate over a column of sessions. */
  readonly aggregate: 'countDistinct' | 'sum' | 'avg';
  readonly column: string;
}

export const METRICS: readonly Metric[] = [
  { key: 'visitors', kind: 'unit', aggregate: 'countDistinct', column: 'visitor' },
  { key: 'views', kind: 'unit', aggregate: 'sum', column: 'views' },
  { key: 'sessions', kind: 'unit', aggregate: 'countDistinct', column: 'session_id' },
  { key: 'session duration', kind: 'duration_s', aggregate: 'avg', column: 'duration' },
  {
    key: 'bounce rate',
    kind: 'percentage',
    isIncreaseBad: true,
    aggregate: 'avg',
    column: 'bounce',
  },
];

export const OF_GOALS: readonly Metric[] = [
  { key: 'visitors', kind: 'unit', aggregate: 'countDistinct', column: 'visitor' },
  { key: 'total conversions', kind: 'unit', aggregate: 'sum', column: 'conversions' },
  { key: 'unique conversions', kind: 'unit', aggregate: 'countDistinct', column: 'converted' },
];

/** The revenue item in a project without revenue events. */
export function revenueItem(hasGoal: boolean): OverviewItem {
  const key = hasGoal ? 'conversion revenue' : 'revenue';
  return itemOf({ key, kind: 'currency' }, [null, null], false);
}

/**
 * @param row pairs of values, see `METRICS` and `OF_GOALS`
 * @param share of all events that was read
 */
export function overviewItems(
  row: readonly unknown[],
  given: {
    readonly metrics: readonly Metric[];
    readonly compares: boolean;
    readonly share: number;
  },
): readonly OverviewItem[] {
  const { metrics, compares, share } = given;
  const pairs = metrics.map(({ aggregate }, index) =>
    [row[2 * index], row[2 * index + 1]].map((value) => {
      const number = numberOf(value);
      return number === null || aggregate === 'avg' ? number : number / share;
    }),
  );
  const items = metrics.map((metric, index) => itemOf(metric, pairs[index] ?? [], compares));
  if (metrics !== OF_GOALS) return items;
  const [visitors = [], , converted = []] = pairs;
  const rates = [0, 1].map((at) => ratio(converted[at] ?? null, visitors[at] ?? null));
  return [...items, itemOf({ key: 'conversion rate', kind: 'percentage' }, rates, compares)];
}

function itemOf(
  { key, kind, isIncreaseBad }: Pick<Metric, 'key' | 'kind' | 'isIncreaseBad'>,
  pair: readonly (number | null)[],
  compares: boolean,
): OverviewItem {
  const shown = (value: number | null | undefined): number | null =>
    kind === 'percentage' && typeof value === 'number' ? value * 100 : (value ?? null);
  const value = shown(pair[0]);
  const previous = compares ? shown(pair[1]) : null;
  return {
    key,
    kind,
    isIncreaseBad: isIncreaseBad ?? null,
    value,
    previous,
    changeFromPreviousPct: changeOf(value, previous),
  };
}

function changeOf(value: number | null, previous: number | null): number | null {
  if (value === null || previous === null || previous === 0) return null;
  return roundHalfEven((100 * (value - previous)) / previous);
}

/** Rounds halves to the even neighbour, as Python does. */
function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

function ratio(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole === 0 ? null : part / whole;
}

function numberOf(value: unknown): number | null {
  if (value === null || value === undefined) return null;
  const number = Number(value);
  return Number.isNaN(number) ? null : number;
}
