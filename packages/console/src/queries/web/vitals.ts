import { durationWords, numberWords } from '../numbers';
import type { Interval, TrendsQuery } from '../insight/types';
import { within } from './people-behind-web';
import type { ExactRange } from './shape-web';
import { hogqlFilters } from './web-queries';
import type { WebView } from './web-view';
import { fieldsOfTrends } from './web-view';

export type Vital = 'LCP' | 'INP' | 'CLS' | 'FCP';

interface VitalFacts {
  readonly name: string;
  /** An explanation for people who do not know the abbreviation. */
  readonly about: string;
  /** The bounds of the ratings: values up to `good` are good, values above `poor` are poor. */
  readonly bounds: readonly [good: number, poor: number];
}

/** The measures in `$web_vitals` events; times are in milliseconds. */
export const VITALS: Readonly<Record<Vital, VitalFacts>> = {
  LCP: {
    name: 'Largest contentful paint',
    about: 'until the largest part of the page is shown',
    bounds: [2_500, 4_000],
  },
  INP: {
    name: 'Interaction to next paint',
    about: 'from a click or key to what it changes',
    bounds: [200, 500],
  },
  CLS: {
    name: 'Cumulative layout shift',
    about: 'how much moves while the page loads',
    bounds: [0.1, 0.25],
  },
  FCP: {
    name: 'First contentful paint',
    about: 'until anything is shown',
    bounds: [1_800, 3_000],
  },
};

export const VITAL_NAMES = Object.keys(VITALS) as readonly Vital[];

/** The percentiles to choose from: the share of measurements that are at most the value shown. */
export const PERCENTILES = ['p75', 'p90', 'p99'] as const;
export type Percentile = (typeof PERCENTILES)[number];

const SHARES: Readonly<Record<Percentile, number>> = { p75: 0.75, p90: 0.9, p99: 0.99 };

function propertyOf(vital: Vital): string {
  return `$web_vitals_${vital}_value`;
}

function valueOf(vital: Vital): string {
  return `toFloat(properties.${propertyOf(vital)})`;
}

/** A query that returns one row: the percentile and the number of measurements of each measure. */
export function vitalsQuery(view: WebView, range: ExactRange, percentile: Percentile) {
  const columns = VITAL_NAMES.flatMap((vital) => [
    `quantile(${SHARES[percentile]})(${valueOf(vital)})`,
    `count(${valueOf(vital)})`,
  ]);
  return {
    kind: 'HogQLQuery',
    query: `select ${columns.join(',\n  ')}
from events
where event = '$web_vitals'
  and ${within('timestamp', range)}
  and {filters}`,
    filters: hogqlFilters(view),
  };
}

const PATHS = 20;

/** A query that returns one row per path, the path with the most measurements first. */
export function vitalByPathQuery(
  view: WebView,
  range: ExactRange,
  { vital, percentile }: { readonly vital: Vital; readonly percentile: Percentile },
) {
  return {
    kind: 'HogQLQuery',
    query: `select properties.$pathname as path,
  quantile(${SHARES[percentile]})(${valueOf(vital)}) as value,
  count() as measurements
from events
where event = '$web_vitals'
  and ${valueOf(vital)} is not null
  and ${within('timestamp', range)}
  and {filters}
group by path
order by measurements desc, path
limit ${PATHS}`,
    filters: hogqlFilters(view),
  };
}

/** A trend of one measure. */
export function vitalTrend(
  view: WebView,
  interval: Interval,
  { vital, percentile }: { readonly vital: Vital; readonly percentile: Percentile },
): TrendsQuery {
  return {
    kind: 'TrendsQuery',
    series: [
      {
        kind: 'EventsNode',
        event: '$web_vitals',
        name: '$web_vitals',
        custom_name: `${vital}, ${percentile}`,
        math: percentile,
        math_property: propertyOf(vital),
      },
    ],
    interval,
    ...fieldsOfTrends(view),
  };
}

export interface Measured {
  readonly vital: Vital;
  /** The percentile; null without a measurement. */
  readonly value: number | null;
  readonly count: number;
}

/** The measures in the response to `vitalsQuery`. */
export function measuredOf({ results }: Readonly<Record<string, unknown>>): readonly Measured[] {
  const [row = []] = Array.isArray(results) ? (results as readonly (readonly unknown[])[]) : [];
  return VITAL_NAMES.map((vital, at) => {
    const [value, count] = [row[2 * at], Number(row[2 * at + 1] ?? 0)];
    return { vital, value: typeof value === 'number' && count > 0 ? value : null, count };
  });
}

export type Rating = 'good' | 'fair' | 'poor';

export const RATING_WORDS: Readonly<Record<Rating, string>> = {
  good: 'good',
  fair: 'needs improvement',
  poor: 'poor',
};

export function ratingOf(vital: Vital, value: number): Rating {
  const [good, poor] = VITALS[vital].bounds;
  if (value <= good) return 'good';
  return value <= poor ? 'fair' : 'poor';
}

/** Formats a value: `240 ms`, `2.1 s`; a layout shift has no unit. */
export function vitalWords(vital: Vital, value: number): string {
  if (vital === 'CLS') return numberWords(value);
  if (value < 1_000) return `${numberWords(Math.round(value))} ms`;
  if (value < 60_000) return `${numberWords(Math.round(value / 10) / 100)} s`;
  return durationWords(value / 1_000);
}
