import type { JsonObject } from '../json';
import { isObject, textOf } from '../json';
import { insightFilter } from './legacy-insight-filters';
import { legacyGlobalProperties } from './legacy-properties';
import type { LegacyInsight } from './legacy-series';
import { legacySeries } from './legacy-series';
import { booleanOf, compact, LegacyFiltersError, numberOf, parsedOf } from './legacy-values';

const KINDS: Readonly<Record<LegacyInsight, string>> = {
  TRENDS: 'TrendsQuery',
  FUNNELS: 'FunnelsQuery',
  RETENTION: 'RetentionQuery',
  PATHS: 'PathsQuery',
  LIFECYCLE: 'LifecycleQuery',
  STICKINESS: 'StickinessQuery',
};

/**
 * Converts the filters of an insight, which PostHog stored before it had queries, to a query, as PostHog itself does.
 * Null if the filters are empty.
 *
 * @throws LegacyFiltersError for filters that no query expresses
 */
export function legacyQuery(given: unknown): JsonObject | null {
  const parsed = parsedOf(given);
  const filters: unknown = Array.isArray(parsed) ? (parsed as unknown[])[0] : parsed;
  if (!isObject(filters) || Object.keys(filters).length === 0) return null;
  return queryOf(filters, insightOf(filters));
}

function insightOf({ insight }: JsonObject): LegacyInsight {
  const name = insight === 'SESSIONS' ? 'TRENDS' : (insight ?? 'TRENDS');
  if (typeof name === 'string' && Object.hasOwn(KINDS, name)) return name as LegacyInsight;
  throw new LegacyFiltersError(
    `the filters are those of an unknown insight: ${JSON.stringify(name)}`,
  );
}

function queryOf(filters: JsonObject, insight: LegacyInsight): JsonObject {
  const hasSeries = insight !== 'RETENTION' && insight !== 'PATHS';
  const hasGroup = insight !== 'STICKINESS' && insight !== 'LIFECYCLE';
  const hasBreakdown = insight === 'TRENDS' || insight === 'FUNNELS';
  const hasComparison = insight === 'TRENDS' || insight === 'STICKINESS';
  return {
    kind: KINDS[insight],
    ...(hasSeries && { series: legacySeries(filters, insight) }),
    ...compact({
      interval: hasSeries ? intervalOf(filters['interval']) : null,
      dateRange: compact({
        date_from: textOf(filters['date_from']),
        date_to: textOf(filters['date_to']),
        explicitDate: booleanOf(filters['explicit_date']),
      }),
      properties: legacyGlobalProperties(parsedOf(filters['properties'])),
      filterTestAccounts: booleanOf(filters['filter_test_accounts']),
      samplingFactor: numberOf(filters['sampling_factor']),
      aggregation_group_type_index: hasGroup
        ? numberOf(filters['aggregation_group_type_index'])
        : null,
      breakdownFilter: hasBreakdown ? breakdownOf(filters, insight) : null,
      compareFilter: hasComparison
        ? compact({
            compare: booleanOf(filters['compare']),
            compare_to: textOf(filters['compare_to']),
          })
        : null,
    }),
    ...insightFilter(filters, insight),
    ...(insight === 'PATHS' && funnelPaths(filters)),
  };
}

/** Minutes were an interval before queries had them. */
function intervalOf(interval: unknown): string | null {
  return interval === 'minute' ? 'hour' : textOf(interval);
}

function breakdownOf(filters: JsonObject, insight: LegacyInsight): JsonObject {
  const isTrends = insight === 'TRENDS';
  const given = filters['breakdown'];
  const givenType = filters['breakdown_type'];
  if (givenType === 'undefined' && typeof given !== 'string') return {};
  const several = severalBreakdowns(parsedOf(filters['breakdowns']), givenType);
  if (!isTrends && several.length > 1) {
    throw new LegacyFiltersError('a funnel has more than one breakdown');
  }
  const [only] = several;
  const isOne = several.length === 1;
  const breakdown: unknown = isOne
    ? only?.['property']
    : Array.isArray(given)
      ? (given as unknown[]).filter((value) => value !== null)
      : given;
  const isSet = breakdown !== null && breakdown !== undefined && several.length < 2;
  return compact({
    ...(isSet && { breakdown, breakdown_type: isOne ? only?.['type'] : typeOf(givenType) }),
    ...(several.length > 1 && { breakdowns: several }),
    breakdown_normalize_url: booleanOf(
      isOne
        ? (only?.['normalize_url'] ?? filters['breakdown_normalize_url'])
        : filters['breakdown_normalize_url'],
    ),
    breakdown_group_type_index: numberOf(
      isOne
        ? (only?.['group_type_index'] ?? filters['breakdown_group_type_index'])
        : filters['breakdown_group_type_index'],
    ),
    breakdown_limit: numberOf(filters['breakdown_limit']),
    ...(isTrends && {
      breakdown_histogram_bin_count: numberOf(filters['breakdown_histogram_bin_count']),
      breakdown_hide_other_aggregation: booleanOf(filters['breakdown_hide_other_aggregation']),
    }),
  });
}

function severalBreakdowns(given: unknown, sharedType: unknown): readonly JsonObject[] {
  if (!Array.isArray(given)) return [];
  return given.filter(isObject).map((breakdown) =>
    compact({
      property: breakdown['property'],
      type: typeOf(breakdown['type'] ?? sharedType),
      normalize_url: booleanOf(breakdown['normalize_url']),
      histogram_bin_count: numberOf(breakdown['histogram_bin_count']),
      group_type_index: numberOf(breakdown['group_type_index']),
    }),
  );
}

function typeOf(type: unknown): unknown {
  return type === 'events' || type === 'undefined' ? 'event' : (type ?? 'event');
}

/** Converts the funnel whose paths are shown. */
function funnelPaths(filters: JsonObject): JsonObject {
  const funnel = parsedOf(filters['funnel_filter']);
  const path = textOf(filters['funnel_paths']);
  if (path === null || !isObject(funnel)) return {};
  return {
    funnelPathsFilter: {
      funnelPathType: path,
      funnelSource: queryOf(funnel, 'FUNNELS'),
      ...compact({ funnelStep: numberOf(funnel['funnel_step']) }),
    },
  };
}
