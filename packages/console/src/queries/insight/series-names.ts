import { nodeOfEntity } from './retention-entity';
import type { InsightQuery, Math, SeriesNode, TrendsQuery } from './types';

interface MathChoice {
  readonly value: Math;
  readonly label: string;
  /** Whether the math needs a property. */
  readonly needsProperty: boolean;
}

const choice = (value: Math, label: string, needsProperty = false): MathChoice => ({
  value,
  label,
  needsProperty,
});

/** The ways to compute a number from the events of a series, in the order of the select box. */
export const MATHS: readonly MathChoice[] = [
  choice('total', 'Total count'),
  choice('dau', 'Unique users'),
  choice('weekly_active', 'Weekly active users'),
  choice('monthly_active', 'Monthly active users'),
  choice('unique_session', 'Unique sessions'),
  choice('first_time_for_user', 'First time for user'),
  choice('first_matching_event_for_user', 'First matching event for user'),
  choice('sum', 'Sum of property', true),
  choice('avg', 'Average of property', true),
  choice('median', 'Median of property', true),
  choice('min', 'Minimum of property', true),
  choice('max', 'Maximum of property', true),
  choice('p75', '75th percentile of property', true),
  choice('p90', '90th percentile of property', true),
  choice('p95', '95th percentile of property', true),
  choice('p99', '99th percentile of property', true),
  choice('avg_count_per_actor', 'Average count per user'),
  choice('median_count_per_actor', 'Median count per user'),
  choice('max_count_per_actor', 'Maximum count per user'),
];

/** Whether the math needs a property. */
export function needsProperty(math: string | null | undefined): boolean {
  return MATHS.some((entry) => entry.value === math && entry.needsProperty);
}

/** The name of a series: its custom name, otherwise the name of its event, action or table. */
export function seriesName(node: SeriesNode): string {
  if (node.custom_name !== undefined && node.custom_name !== null) return node.custom_name;
  if (node.kind === 'EventsNode') return node.event ?? 'All events';
  if (node.kind === 'ActionsNode') return node.name ?? `Action ${node.id}`;
  if (node.kind === 'GroupNode') return node.nodes.map((part) => seriesName(part)).join(' or ');
  return node.name ?? node.table_name;
}

/** The title of an insight without a name. */
export function insightTitle(query: InsightQuery): string {
  switch (query.kind) {
    case 'PathsQuery': {
      const { startPoint, endPoint } = query.pathsFilter;
      const from = startPoint ? ` from ${startPoint}` : '';
      return `Paths${from}${endPoint ? ` to ${endPoint}` : ''}`;
    }
    case 'RetentionQuery': {
      const { targetEntity, returningEntity } = query.retentionFilter;
      const [target, returning] = [targetEntity, returningEntity].map((entity) =>
        seriesName(nodeOfEntity(entity)),
      );
      return `Retention: ${target}, then ${returning}`;
    }
    default: {
      const names = query.series.map((node) => seriesName(node));
      if (names.length === 0) return query.kind === 'FunnelsQuery' ? 'New funnel' : 'New insight';
      return `${PREFIXES[query.kind]}${names.join(query.kind === 'FunnelsQuery' ? ' → ' : ', ')}`;
    }
  }
}

const PREFIXES = {
  TrendsQuery: '',
  FunnelsQuery: 'Funnel: ',
  LifecycleQuery: 'Lifecycle: ',
  StickinessQuery: 'Stickiness: ',
} as const;

/** The choice that is missing before the query can run; null if it is complete. */
export function missingIn(query: InsightQuery): string | null {
  switch (query.kind) {
    case 'FunnelsQuery':
      return query.series.length < 2 ? 'A funnel needs at least two steps.' : null;
    case 'RetentionQuery':
    case 'PathsQuery':
      return null;
    case 'LifecycleQuery':
    case 'StickinessQuery':
      return query.series.length === 0 ? 'Choose an event or action.' : null;
    case 'TrendsQuery':
      return missingInTrends(query);
  }
}

function missingInTrends({ series, trendsFilter }: TrendsQuery): string | null {
  if (series.length === 0) return 'Trends need at least one series.';
  const isBoxPlot = trendsFilter?.display === 'BoxPlot';
  const at = series.findIndex(
    ({ math, math_property }) => (isBoxPlot || needsProperty(math)) && !math_property,
  );
  if (at >= 0) return `Choose the property of series ${letterOf(at)}.`;
  if (trendsFilter?.display !== 'CalendarHeatmap') return null;
  const math = series[0]?.math ?? 'total';
  if (math === 'total' || math === 'dau') return null;
  return 'The hours of the week count events or unique users: choose one of them for series A.';
}

/** The letter by which a formula names the series at an index: A to Z. */
export function letterOf(index: number): string {
  return String.fromCharCode(65 + index);
}

const WORDS: Readonly<Record<string, string>> = {
  $$_posthog_breakdown_other_$$: 'Other',
  $$_posthog_breakdown_null_$$: '(none)',
};

/** The text for a breakdown value, or for a label that contains PostHog's markers for other and missing values. */
export function breakdownWords(value: unknown): string {
  if (Array.isArray(value)) return value.map((part) => breakdownWords(part)).join(' · ');
  if (value === null || value === undefined || value === '') return '(none)';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return Object.entries(WORDS).reduce((said, [mark, word]) => said.replaceAll(mark, word), text);
}
