import type { ExperimentExposureQuery, ExperimentForQuery } from '@tidemark/contracts';
import type { Statement } from '@tidemark/hogql';
import { sampleRatio } from '@tidemark/statistics';
import { DateTime } from 'luxon';
import { isoDay } from '../date-range/labels';
import { statement } from '../hogql-builders/template';
import type { InsightContext } from '../insight/context';
import { localNow, localTime } from '../insight/context';
import { InsightError } from '../insight/error';
import type { InsightPlan, Rows } from '../insight/plan';
import { exposureOf, MULTIPLE } from './plan/exposure';
import { unitsStatement } from './statement/units';

export interface ExperimentExposureResponse {
  readonly kind: 'ExperimentExposureQuery';
  /** In the order of the flag's variants; how many units had been exposed by the end of each day. */
  readonly timeseries: readonly {
    readonly variant: string;
    readonly days: readonly string[];
    readonly exposure_counts: readonly number[];
  }[];
  readonly total_exposures: Readonly<Record<string, number>>;
  readonly date_range: {
    readonly date_from: string | null;
    readonly date_to: string | null;
    readonly explicitDate: true;
  };
  /** Null for too few units. */
  readonly sample_ratio_mismatch: {
    readonly expected: Readonly<Record<string, number>>;
    readonly p_value: number;
  } | null;
}

type Flag = ExperimentExposureQuery['feature_flag'];

/** The smallest number of units for which the split is tested. */
const LEAST_UNITS = 100;
/** Longer ranges are mistakes. */
const MAX_DAYS = 5_000;

/**
 * ExperimentExposureQuery: who was exposed, day by day (`docs/wire/experiments.md#exposure-query`).
 *
 * @param experiment whose flag is meant, whatever the query says, and which may exclude variants
 * @throws InsightError
 */
export function planExposures(
  asked: ExperimentExposureQuery,
  {
    featureFlagKey: flagKey,
    excludedVariants = [],
  }: Pick<ExperimentForQuery, 'featureFlagKey' | 'excludedVariants'>,
  context: InsightContext,
): InsightPlan<ExperimentExposureResponse> {
  const query = { ...asked, feature_flag: without(asked.feature_flag, excludedVariants) };
  const from = readTime(query.start_date, 'start_date', context);
  const to = readTime(query.end_date, 'end_date', context);
  const variants = variantsOf(query.feature_flag);
  const date_range = { date_from: isoOf(from), date_to: isoOf(to), explicitDate: true } as const;
  const days = from === null ? [] : daysBetween(from, to ?? localNow(context));
  return {
    statements:
      from === null || variants.length === 0
        ? []
        : [exposuresStatement(query, { flagKey, from, to }, context)],
    shape: ([rows = []]) => {
      const series = from === null ? [] : timeseriesOf(rows, variants, days);
      const totals = new Map(
        series.map(({ variant, exposure_counts }) => [variant, exposure_counts.at(-1) ?? 0]),
      );
      return {
        kind: 'ExperimentExposureQuery',
        timeseries: series,
        total_exposures: Object.fromEntries(totals),
        date_range,
        sample_ratio_mismatch: mismatchOf(query.feature_flag, totals),
      };
    },
  };
}

/** One row per variant and local day of the first exposure. */
function exposuresStatement(
  query: ExperimentExposureQuery,
  {
    flagKey,
    from,
    to,
  }: { readonly flagKey: string; readonly from: DateTime; readonly to: DateTime | null },
  context: InsightContext,
): Statement {
  const exposure = exposureOf(
    {
      featureFlagKey: flagKey,
      aggregationGroupTypeIndex: query.feature_flag.filters?.aggregation_group_type_index ?? null,
      exposureCriteria: query.exposure_criteria ?? null,
      variants: variantsOf(query.feature_flag),
    },
    { from: from.toJSDate(), to: to?.toJSDate() ?? context.now },
  );
  return statement(
    `SELECT variant, toString(toDate(exposed_at)) AS day, count() AS units
     FROM ({units}) GROUP BY variant, day`,
    { units: unitsStatement({ exposure, breakdown: [], context }, []) },
  );
}

function without(flag: Flag, excluded: readonly string[]): Flag {
  const { multivariate } = flag.filters ?? {};
  if (multivariate === null || multivariate === undefined || excluded.length === 0) return flag;
  const variants = multivariate.variants.filter(({ key }) => !excluded.includes(key));
  return { ...flag, filters: { ...flag.filters, multivariate: { ...multivariate, variants } } };
}

function variantsOf({ filters }: Flag): string[] {
  return (filters?.multivariate?.variants ?? []).map(({ key }) => key);
}

function timeseriesOf(
  rows: Rows,
  variants: readonly string[],
  days: readonly string[],
): ExperimentExposureResponse['timeseries'] {
  const counts = new Map(
    rows.map(([variant, day, units]) => [`${String(day)} ${String(variant)}`, Number(units)]),
  );
  const hasMultiple = rows.some(([variant]) => variant === MULTIPLE);
  return [...variants, ...(hasMultiple ? [MULTIPLE] : [])].map((variant) => {
    let total = 0;
    const exposure_counts = days.map((day) => (total += counts.get(`${day} ${variant}`) ?? 0));
    return { variant, days, exposure_counts };
  });
}

/** How well the units fit the shares of the flag, those of variants without a share aside. */
function mismatchOf(
  { filters }: Flag,
  totals: ReadonlyMap<string, number>,
): ExperimentExposureResponse['sample_ratio_mismatch'] {
  const sizes = (filters?.multivariate?.variants ?? [])
    .map(({ key, rollout_percentage: share }) => ({
      key,
      share: share ?? 0,
      observed: totals.get(key) ?? 0,
    }))
    .filter(({ share }) => share > 0);
  const units = sizes.reduce((sum, { observed }) => sum + observed, 0);
  if (units < LEAST_UNITS || sizes.length < 2) return null;
  const { expected, pValue } = sampleRatio(sizes);
  return {
    expected: Object.fromEntries(sizes.map(({ key }, at) => [key, expected[at] ?? 0])),
    p_value: pValue,
  };
}

function daysBetween(from: DateTime, to: DateTime): string[] {
  const last = isoDay(to);
  const days: string[] = [];
  for (let day = from; isoDay(day) <= last; day = day.plus({ days: 1 })) {
    if (days.length === MAX_DAYS) {
      throw new InsightError(`Exposures are shown for ${MAX_DAYS} days at most`, 'start_date');
    }
    days.push(isoDay(day));
  }
  return days;
}

/** A time without an offset is one of UTC. @throws InsightError */
function readTime(
  text: string | null | undefined,
  field: string,
  context: InsightContext,
): DateTime | null {
  if (text === null || text === undefined || text === '') return null;
  const time = DateTime.fromISO(text, { zone: 'utc' });
  if (!time.isValid) throw new InsightError(`${text} is not a time in ISO 8601`, field);
  return localTime(time.toJSDate(), context);
}

/** With the offset in numbers, also of UTC. */
function isoOf(time: DateTime | null): string | null {
  return (
    time?.toFormat(
      time.millisecond === 0 ? "yyyy-MM-dd'T'HH:mm:ssZZ" : "yyyy-MM-dd'T'HH:mm:ss.SSSZZ",
    ) ?? null
  );
}
