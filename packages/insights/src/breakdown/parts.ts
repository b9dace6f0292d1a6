import type { Breakdown, BreakdownFilter, BreakdownType } from '@tidemark/contracts';
import type { PathCleaningRule } from '@tidemark/hogql';

/** One property of a breakdown. */
export interface BreakdownPart {
  readonly type: Exclude<BreakdownType, 'cohort'>;
  readonly property: string;
  readonly groupTypeIndex: number | null;
  readonly normalizesUrl: boolean;
  /** Rules for the cleaning of paths among the values. */
  readonly cleaning: readonly PathCleaningRule[];
  readonly bins: number | null;
}

/** The breakdown of a query: none, up to three properties, or membership in cohorts. */
export type BreakdownPlan =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'properties';
      readonly parts: readonly BreakdownPart[];
      /** Whether values are shown as lists, even single ones: those of `breakdowns` are. */
      readonly isList: boolean;
    }
  | { readonly kind: 'cohorts'; readonly cohorts: readonly (number | 'all')[] };

const NONE: BreakdownPlan = { kind: 'none' };

/**
 * Converts the old and the new form of `breakdownFilter` to one form
 * (`docs/wire/insights-trends.md#breakdown-filter`).
 *
 * @param rules of the project; needed only to read values
 */
export function readBreakdown(
  filter: BreakdownFilter | null | undefined,
  rules: readonly PathCleaningRule[] = [],
): BreakdownPlan {
  if (filter === null || filter === undefined) return NONE;
  const { breakdowns } = filter;
  const cleaning = filter.breakdown_path_cleaning === true ? rules : [];
  if (breakdowns !== null && breakdowns !== undefined && breakdowns.length > 0) {
    const cohorts = breakdowns.filter(({ type }) => type === 'cohort');
    if (cohorts.length === breakdowns.length) {
      return { kind: 'cohorts', cohorts: cohorts.map(({ property }) => cohortOf(property)) };
    }
    const parts = breakdowns.map((one) => partOf(one, cleaning));
    return { kind: 'properties', parts, isList: true };
  }
  const { breakdown, breakdown_type: type } = filter;
  if (breakdown === null || breakdown === undefined || breakdown === '') return NONE;
  const values = Array.isArray(breakdown) ? breakdown : [breakdown];
  if (values.length === 0) return NONE;
  if (type === 'cohort') return { kind: 'cohorts', cohorts: values.map(cohortOf) };
  const parts = values.map((property) =>
    partOf(
      {
        property,
        type,
        group_type_index: filter.breakdown_group_type_index,
        normalize_url: filter.breakdown_normalize_url,
        histogram_bin_count: filter.breakdown_histogram_bin_count,
      },
      cleaning,
    ),
  );
  return { kind: 'properties', parts, isList: parts.length > 1 };
}

function cohortOf(value: string | number): number | 'all' {
  return value === 'all' || value === 0 ? 'all' : Number(value);
}

function partOf(breakdown: Breakdown, cleaning: BreakdownPart['cleaning']): BreakdownPart {
  const { type, property, group_type_index, normalize_url, histogram_bin_count } = breakdown;
  return {
    type: type === null || type === undefined || type === 'cohort' ? 'event' : type,
    property: String(property),
    groupTypeIndex: group_type_index ?? null,
    normalizesUrl: normalize_url === true,
    cleaning,
    bins: histogram_bin_count ?? null,
  };
}
