import { intervalSchema } from '@tidemark/contracts';
import type { QueryOverrides } from '../overrides';
import { warnOfIgnored } from '../overrides';

/** The fields of an insight that the filters of a dashboard replace or add to. */
interface Overridable {
  readonly kind: string;
  readonly properties?: unknown;
  readonly dateRange?:
    | {
        readonly date_from?: string | null | undefined;
        readonly date_to?: string | null | undefined;
      }
    | null
    | undefined;
  readonly filterTestAccounts?: boolean | null | undefined;
  readonly interval?: unknown;
  readonly breakdownFilter?: unknown;
}

/** Filters that only some insights take. */
export type TakenFilter = 'interval' | 'breakdown_filter';

const KNOWN_INTERVALS: ReadonlySet<string> = new Set(intervalSchema.options);

/**
 * The override of a kind that supports these filters in addition to those of all insights. Dates replace the query's
 * own as a pair; properties of both must match; the others are replaced.
 */
export function overrideInsight(
  takes: readonly TakenFilter[],
): <Query extends Overridable>(query: Query, overrides: QueryOverrides) => Query {
  return (query, overrides) => {
    const { filters } = overrides;
    const { date_from = null, date_to = null, explicitDate, properties, interval } = filters;
    const { breakdown_filter = null } = filters;
    const dates = date_from !== null || date_to !== null;
    const added = properties ?? [];
    const takesInterval =
      takes.includes('interval') && typeof interval === 'string' && KNOWN_INTERVALS.has(interval);
    const takesBreakdown = takes.includes('breakdown_filter');
    warnOfIgnored(overrides, query.kind, [
      'date_from',
      'date_to',
      'explicitDate',
      'properties',
      'filterTestAccounts',
      ...(takesInterval ? (['interval'] as const) : []),
      ...(takesBreakdown ? (['breakdown_filter'] as const) : []),
    ]);
    return {
      ...query,
      ...(dates && {
        dateRange: {
          ...query.dateRange,
          date_from,
          date_to,
          ...(explicitDate === true && { explicitDate }),
        },
      }),
      ...(added.length > 0 && { properties: bothOf(query.properties, added) }),
      ...(filters.filterTestAccounts === true && { filterTestAccounts: true }),
      ...(takesInterval && { interval }),
      ...(takesBreakdown && breakdown_filter !== null && { breakdownFilter: breakdown_filter }),
    };
  };
}

/** A list stays a list, as old clients expect; groups are combined in a group. */
function bothOf(own: unknown, added: readonly unknown[]): unknown {
  if (own === null || own === undefined) return added;
  if (Array.isArray(own)) return [...(own as readonly unknown[]), ...added];
  return { type: 'AND', values: [own, { type: 'AND', values: added }] };
}
