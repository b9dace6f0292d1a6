import type { BucketWords } from '../bucket-words';
import { bucketWords } from '../bucket-words';
import { exactDays } from './exact-days';
import type { PeopleBehind } from './people-behind';
import { comparableOf } from './people-behind';
import type { ResponseFields } from './response-fields';
import { isRangeRunning } from './response-fields';
import type { TrendsQuery } from './types';

interface WireBox {
  readonly day: string;
  readonly label: string;
  readonly min: number;
  readonly p25: number;
  readonly median: number;
  readonly p75: number;
  readonly max: number;
  readonly mean: number;
  readonly series_index: number;
  readonly series_label: string;
}

export interface BoxShape {
  readonly isLastRunning: boolean;
  readonly buckets: readonly BucketWords[];
  readonly days: readonly string[];
  readonly series: readonly {
    readonly label: string;
    /** The index of the series in the query. */
    readonly index: number;
    /** One box per bucket; null if the series has no value in it. */
    readonly boxes: readonly (WireBox | null)[];
  }[];
}

/** Converts a trends response with the display `BoxPlot`. */
export function shapeBoxes(query: TrendsQuery, response: ResponseFields): BoxShape {
  const { results } = response;
  const found = Array.isArray(results) ? (results as readonly WireBox[]) : [];
  const indexes = [...new Set(found.map(({ series_index }) => series_index))];
  const first = found.filter(({ series_index }) => series_index === indexes[0]);
  const days = exactDays(
    first.map(({ day }) => day),
    query.interval,
    response,
  );
  return {
    isLastRunning: isRangeRunning(response),
    days,
    buckets: days.map((day, at) => bucketWords(day, first[at]?.label, query.interval ?? 'day')),
    series: indexes.map((index) => {
      const boxes = found.filter(({ series_index }) => series_index === index);
      return {
        index,
        label: boxes[0]?.series_label ?? '',
        // The API returns zeros for a bucket without values.
        boxes: boxes.map((box) => (box.min === 0 && box.max === 0 && box.mean === 0 ? null : box)),
      };
    }),
  };
}

/** The people whose events are in a bucket of a box plot. They are counted as for a line chart of the same series. */
export function peopleBehindBox(
  query: TrendsQuery,
  point: {
    readonly title: string;
    readonly index: number;
    readonly day: string;
    readonly value: number;
  },
): PeopleBehind {
  const { breakdownFilter: _, compareFilter: __, ...plain } = query;
  const trendsFilter = { ...query.trendsFilter, display: 'ActionsLineGraph' as const };
  return {
    title: point.title,
    source: {
      kind: 'InsightActorsQuery',
      source: { ...plain, trendsFilter },
      series: point.index,
      day: point.day,
    },
    clicked: point.value,
    comparable: null,
  };
}

export interface HeatmapShape {
  /** Values by day of the week, starting with Monday, then by hour. */
  readonly cells: readonly (readonly number[])[];
  readonly days: readonly number[];
  readonly hours: readonly number[];
  readonly total: number;
}

interface Heatmap {
  readonly data?: readonly { row: number; column: number; value: number }[];
  readonly rowAggregations?: readonly { row: number; value: number }[];
  readonly columnAggregations?: readonly { column: number; value: number }[];
  readonly allAggregations?: number;
}

/** Converts a trends response with the display `CalendarHeatmap` into a week of hours. */
export function shapeHeatmap({ results }: ResponseFields): HeatmapShape {
  const [line] = (Array.isArray(results) ? results : []) as readonly {
    readonly calendar_heatmap_data?: Heatmap;
  }[];
  const heatmap = line?.calendar_heatmap_data ?? {};
  const cells = WEEK.map(() => HOURS.map(() => 0));
  for (const { row, column, value } of heatmap.data ?? []) {
    const hours = cells[row - 1];
    if (hours !== undefined) hours[column] = value;
  }
  const days = WEEK.map(
    (day) => heatmap.rowAggregations?.find(({ row }) => row === day)?.value ?? 0,
  );
  const hours = HOURS.map(
    (hour) => heatmap.columnAggregations?.find(({ column }) => column === hour)?.value ?? 0,
  );
  return { cells, days, hours, total: heatmap.allAggregations ?? 0 };
}

const WEEK = [1, 2, 3, 4, 5, 6, 7];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

interface HeatmapPoint {
  readonly title: string;
  /** The day of the week, 1 for Monday; null for all days. */
  readonly day: number | null;
  /** The hour of the day; null for all hours. */
  readonly hour: number | null;
  readonly value: number;
}

/** The people whose events are in one hour of the week. They are counted like the total of the first series. */
export function peopleBehindHour(query: TrendsQuery, point: HeatmapPoint): PeopleBehind {
  const { breakdownFilter: _, compareFilter: __, calendarHeatmapFilter: ___, ...plain } = query;
  const { day, hour, title, value } = point;
  const conditions = [
    ...(day === null ? [] : [`toDayOfWeek(timestamp) = ${day}`]),
    ...(hour === null ? [] : [`toHour(timestamp) = ${hour}`]),
  ];
  const filter = { type: 'hogql', key: conditions.join(' and ') };
  const source = {
    ...plain,
    series: query.series.slice(0, 1),
    trendsFilter: { display: 'ActionsBarValue' as const },
    properties: conditions.length === 0 ? query.properties : withFilter(query.properties, filter),
  };
  const { math } = query.series[0] ?? {};
  return {
    title,
    source: { kind: 'InsightActorsQuery', source, series: 0 },
    clicked: value,
    comparable: comparableOf(math ?? 'total'),
  };
}

type Filters = NonNullable<TrendsQuery['properties']>;

function withFilter(
  own: TrendsQuery['properties'],
  filter: Readonly<Record<string, unknown>>,
): Filters {
  if (own === null || own === undefined) return [filter];
  if (Array.isArray(own)) return [...own, filter];
  return { type: 'AND', values: [own, { type: 'AND', values: [filter] }] };
}
