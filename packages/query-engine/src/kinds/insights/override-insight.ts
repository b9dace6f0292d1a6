import { intervalSchema } from '@tidemark/contracts';
import type { QueryOverrides } from '../overrides';

/** The fields of an insight that a dashboard lays its own over. */
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

const KNOWN_INTERVALS: ReadonlySet<string> = new Set(intervalSchema.options);

const WITH_INTERVAL: ReadonlySet<string> = new Set([
  'TrendsQuery',
  'FunnelsQuery',
  'LifecycleQuery',
  'StickinessQuery',
  'CalendarHeatmapQuery',
]);
const WITH_BREAKDOWN: ReadonlySet<string> = new Set([
  'TrendsQuery',
  'FunnelsQuery',
  'RetentionQuery',
]);

/** What a kind does not have is not laid over it. Dates replace the query's own as a pair; properties of both must hold; the rest is replaced. */
export function overrideInsight<Query extends Overridable>(
  query: Query,
  { filters }: QueryOverrides,
): Query {
  const { date_from = null, date_to = null, explicitDate, properties, interval } = filters;
  const dates = date_from !== null || date_to !== null;
  const added = properties ?? [];
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
    ...(typeof interval === 'string' &&
      KNOWN_INTERVALS.has(interval) &&
      WITH_INTERVAL.has(query.kind) && { interval }),
    ...(WITH_BREAKDOWN.has(query.kind) &&
      filters.breakdown_filter !== null &&
      filters.breakdown_filter !== undefined && { breakdownFilter: filters.breakdown_filter }),
  };
}

/** A list stays a list, as clients of old read it back; groups are joined in a group. */
function bothOf(own: unknown, added: readonly unknown[]): unknown {
  if (own === null || own === undefined) return added;
  if (Array.isArray(own)) return [...(own as readonly unknown[]), ...added];
  return { type: 'AND', values: [own, { type: 'AND', values: added }] };
}
