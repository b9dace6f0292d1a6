import type { BucketWords } from '../bucket-words';
import { bucketWords } from '../bucket-words';
import { exactDays } from './exact-days';
import type { PeopleBehind } from './people-behind';
import type { ResponseFields } from './response-fields';
import { isRangeRunning } from './response-fields';
import { seriesName } from './series-names';
import type { LifecycleQuery, StickinessQuery } from './types';

/** The numbers of actors, by bucket. */
interface CountSeries {
  readonly key: string;
  readonly label: string;
  readonly values: readonly number[];
  readonly total: number;
  readonly look: number;
  readonly isBefore: boolean;
}

interface Line {
  readonly status?: string;
  readonly label?: string;
  readonly data?: readonly number[];
  readonly days?: readonly (string | number)[];
  readonly labels?: readonly string[];
  readonly count?: number;
  readonly action?: { readonly order?: number };
  readonly compare_label?: 'current' | 'previous';
}

export interface LifecycleShape {
  readonly series: readonly (CountSeries & { readonly status: string })[];
  readonly days: readonly string[];
  readonly buckets: readonly BucketWords[];
  readonly isLastRunning: boolean;
}

const STATUS_WORDS: Readonly<Record<string, string>> = {
  new: 'New',
  returning: 'Returning',
  resurrecting: 'Back after a break',
  dormant: 'Gone',
};

/** The label of a lifecycle status. */
export function statusWords(status: string): string {
  return STATUS_WORDS[status] ?? status;
}

/** Converts the response to a `LifecycleQuery` into one series per status. */
export function shapeLifecycle(query: LifecycleQuery, response: ResponseFields): LifecycleShape {
  const lines = linesOf(response);
  const days = exactDays((lines[0]?.days ?? []).map(String), query.interval, response);
  return {
    series: lines.map(({ status = '', data = [], count = 0 }, index) => ({
      key: status,
      status,
      label: statusWords(status),
      values: data,
      total: count,
      look: index,
      isBefore: false,
    })),
    days,
    buckets: days.map((day, at) =>
      bucketWords(day, lines[0]?.labels?.[at], query.interval ?? 'day'),
    ),
    isLastRunning: isRangeRunning(response),
  };
}

interface LifecyclePoint {
  readonly title: string;
  readonly day: string;
  readonly status: string;
  /** The count of actors; negative for the dormant status. */
  readonly value: number;
}

/** The people with a status in an interval (`docs/wire/insights-others.md#lifecycle-actors`). */
export function peopleBehindStatus(query: LifecycleQuery, point: LifecyclePoint): PeopleBehind {
  const { title, day, status, value } = point;
  return {
    title,
    source: { kind: 'InsightActorsQuery', source: query, day, status },
    clicked: Math.abs(value),
    comparable: 'people',
  };
}

export interface StickinessShape {
  readonly series: readonly (CountSeries & {
    /** The index of the series in the query. */
    readonly index: number;
    readonly compare: 'current' | 'previous' | null;
  })[];
  /** The numbers of intervals, and their labels: `3 days`. */
  readonly days: readonly number[];
  readonly buckets: readonly BucketWords[];
}

/** Converts the response to a `StickinessQuery` into series. */
export function shapeStickiness(query: StickinessQuery, response: ResponseFields): StickinessShape {
  const lines = linesOf(response);
  const longest = lines.reduce<Line>(
    (found, line) => ((line.days?.length ?? 0) > (found.days?.length ?? 0) ? line : found),
    {},
  );
  return {
    series: lines.map((line, at) => {
      const index = line.action?.order ?? 0;
      const compare = line.compare_label ?? null;
      const node = query.series[index];
      const name = node === undefined ? (line.label ?? '') : seriesName(node);
      return {
        key: String(at),
        index,
        compare,
        label: compare === 'previous' ? `${name} (before)` : name,
        values: line.data ?? [],
        total: line.count ?? 0,
        look: index,
        isBefore: compare === 'previous',
      };
    }),
    days: (longest.days ?? []).map(Number),
    buckets: (longest.labels ?? []).map((label, at) => ({ tick: String(at + 1), title: label })),
  };
}

interface StickinessPoint {
  readonly title: string;
  /** The number of intervals; null for everyone who was active. */
  readonly day: number | null;
  readonly series: number;
  readonly compare: 'current' | 'previous' | null;
  readonly value: number;
}

/** The people who were active in the given number of intervals (`docs/wire/insights-others.md#stickiness-actors`). */
export function peopleBehindIntervals(
  query: StickinessQuery,
  point: StickinessPoint,
): PeopleBehind {
  const { title, day, series, compare, value } = point;
  return {
    title,
    source: {
      kind: 'StickinessActorsQuery',
      source: query,
      series,
      ...(day === null ? {} : { day, operator: 'exact' }),
      ...(compare === null ? {} : { compare }),
    },
    clicked: value,
    comparable: 'people',
  };
}

function linesOf({ results }: ResponseFields): readonly Line[] {
  return Array.isArray(results) ? (results as readonly Line[]) : [];
}
