import type { InsightQuery, Math, SeriesNode } from './types';

interface MathChoice {
  readonly value: Math;
  readonly label: string;
  /** Whether a property must be named with it. */
  readonly needsProperty: boolean;
}

const choice = (value: Math, label: string, needsProperty = false): MathChoice => ({
  value,
  label,
  needsProperty,
});

/** Ways to make a number of the events of a series, in the order of the picker. */
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

/** Whether a property must be named with this maths. */
export function needsProperty(math: string | null | undefined): boolean {
  return MATHS.some((entry) => entry.value === math && entry.needsProperty);
}

/** The name of a series for a person: its own, that of its event or action, or what it counts. */
export function seriesName(node: SeriesNode): string {
  if (node.custom_name !== undefined && node.custom_name !== null) return node.custom_name;
  if (node.kind === 'EventsNode') return node.event ?? 'All events';
  if (node.kind === 'ActionsNode') return node.name ?? `Action ${node.id}`;
  if (node.kind === 'GroupNode') return node.nodes.map((part) => seriesName(part)).join(' or ');
  return node.name ?? node.table_name;
}

/** What an insight without a name is called. */
export function insightTitle(query: InsightQuery): string {
  const names = query.series.map((node) => seriesName(node));
  if (names.length === 0) return query.kind === 'FunnelsQuery' ? 'New funnel' : 'New insight';
  if (query.kind === 'FunnelsQuery') return `Funnel: ${names.join(' → ')}`;
  return names.join(', ');
}

/** What has to be chosen before the query can be run; null when it can. */
export function missingIn(query: InsightQuery): string | null {
  if (query.kind === 'FunnelsQuery') {
    return query.series.length < 2 ? 'A funnel needs at least two steps.' : null;
  }
  if (query.series.length === 0) return 'Trends need at least one series.';
  const at = query.series.findIndex((node) => needsProperty(node.math) && !node.math_property);
  return at < 0 ? null : `Choose the property of series ${letterOf(at)}.`;
}

/** The letter by which a formula names the series at an index: A to Z. */
export function letterOf(index: number): string {
  return String.fromCharCode(65 + index);
}

const WORDS: Readonly<Record<string, string>> = {
  $$_posthog_breakdown_other_$$: 'Other',
  $$_posthog_breakdown_null_$$: '(none)',
};

/** The words for a breakdown value, or for a label that contains the wire's marks for the rest and the missing. */
export function breakdownWords(value: unknown): string {
  if (Array.isArray(value)) return value.map((part) => breakdownWords(part)).join(' · ');
  if (value === null || value === undefined || value === '') return '(none)';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return Object.entries(WORDS).reduce((said, [mark, word]) => said.replaceAll(mark, word), text);
}
