import type { BucketWords } from '../bucket-words';
import { bucketWords } from '../bucket-words';
import { durationWords } from '../numbers';
import { breakdownWords } from './series-names';
import type { ResponseFields } from './response-fields';
import { isRangeRunning } from './response-fields';
import type { FunnelsQuery } from './types';

/** Conversion per period, in per cent. */
interface ConversionLine {
  readonly key: string;
  readonly label: string;
  readonly values: readonly number[];
  readonly days: readonly string[];
  /** As the wire writes it; undefined without a breakdown. */
  readonly breakdown: unknown;
  readonly compare: 'current' | 'previous' | null;
  /** Lines of the same value in two periods have the same. */
  readonly look: number;
}

export interface ConversionShape {
  readonly lines: readonly ConversionLine[];
  readonly buckets: readonly BucketWords[];
  readonly isLastRunning: boolean;
}

interface Line {
  readonly data?: readonly number[];
  readonly days?: readonly string[];
  readonly breakdown_value?: unknown;
  readonly compare_label?: 'current' | 'previous';
}

/** Makes lines of a response to a funnel over time. */
export function shapeConversion(query: FunnelsQuery, response: ResponseFields): ConversionShape {
  const found = Array.isArray(response.results) ? (response.results as readonly Line[]) : [];
  const values = [...new Set(found.map(({ breakdown_value }) => JSON.stringify(breakdown_value)))];
  const lines = found.map((line, index) => {
    const { breakdown_value: breakdown, compare_label: compare = null } = line;
    const name = breakdown === undefined ? 'Conversion' : breakdownWords(breakdown);
    return {
      key: String(index),
      label: compare === 'previous' ? `${name} (before)` : name,
      values: line.data ?? [],
      days: line.days ?? [],
      breakdown,
      compare,
      look: values.indexOf(JSON.stringify(breakdown)),
    };
  });
  const days = lines[0]?.days ?? [];
  return {
    lines,
    buckets: days.map((day) => bucketWords(day, undefined, query.interval ?? 'day')),
    isLastRunning: isRangeRunning(response),
  };
}

export interface TimesShape {
  /** Of each period that is compared. */
  readonly periods: readonly {
    readonly label: string;
    readonly compare: 'current' | 'previous' | null;
    readonly counts: readonly number[];
    readonly total: number;
    readonly meanSeconds: number | null;
  }[];
  readonly bins: readonly BucketWords[];
}

interface Times {
  readonly bins?: readonly (readonly [number, number])[];
  readonly average_conversion_time?: number | null;
  readonly compare_label?: 'current' | 'previous';
}

/** Makes a histogram of a response to a funnel by the time that it took. */
export function shapeTimes(response: ResponseFields): TimesShape {
  const found = (Array.isArray(response.results) ? response.results : [response.results]) as (
    Times | undefined
  )[];
  const starts = (found[0]?.bins ?? []).map(([start]) => start);
  return {
    periods: found.map((times) => {
      const counts = (times?.bins ?? []).map(([, count]) => count);
      const compare = times?.compare_label ?? null;
      return {
        label: compare === 'previous' ? 'People (before)' : 'People',
        compare,
        counts,
        total: counts.reduce((sum, count) => sum + count, 0),
        meanSeconds: times?.average_conversion_time ?? null,
      };
    }),
    bins: starts.map((start, at) => {
      const end = starts[at + 1];
      const from = start === 0 ? '0 s' : durationWords(start);
      return {
        tick: from,
        title: end === undefined ? `${from} and longer` : `${from} to ${durationWords(end)}`,
      };
    }),
  };
}
