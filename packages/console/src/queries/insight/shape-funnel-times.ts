import type { BucketWords } from '../bucket-words';
import { bucketWords } from '../bucket-words';
import { durationWords } from '../numbers';
import { exactDays } from './exact-days';
import { breakdownWords } from './series-names';
import type { ResponseFields } from './response-fields';
import { isRangeRunning } from './response-fields';
import type { FunnelsQuery } from './types';

/** A line of conversion rates per period, in per cent. */
interface ConversionLine {
  readonly key: string;
  readonly label: string;
  readonly values: readonly number[];
  readonly days: readonly string[];
  /** The breakdown value in its wire format; undefined without a breakdown. */
  readonly breakdown: unknown;
  readonly compare: 'current' | 'previous' | null;
  /** The index of the colour; lines of the same breakdown value in two periods share it. */
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

/** Converts the response of a funnel over time into lines. */
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
      days: exactDays(line.days ?? [], query.interval, ofPeriod(compare, response)),
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

/** The fields of a response that are true for one of its periods: the range is that of the current one. */
function ofPeriod(
  compare: ConversionLine['compare'],
  { timezone, resolved_date_range: range }: ResponseFields,
): ResponseFields {
  return compare === 'previous' ? { timezone } : { timezone, resolved_date_range: range };
}

export interface TimesShape {
  /** One histogram for the range and, with a comparison, one for the compared range. */
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

/** Converts the response of a funnel by time to convert into histograms. */
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
