import type { InternalEventName } from '@tidemark/contracts';

/** A type of internal event that a destination can send. */
export interface InternalSource {
  /** The id of PostHog's preset, if there is one (`docs/wire/destinations.md#presets`). */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly event: InternalEventName;
  /** Properties that the event must have; empty if there are none. */
  readonly properties: Readonly<Record<string, string>>;
  /** The default message, in Liquid. */
  readonly text: string;
  /** Properties of a sample event for tests. */
  readonly example: Readonly<Record<string, unknown>>;
}

const WHO = '{{ event.properties.user.email | default: "Tidemark" }}';
const UUID = '01890000-0000-7000-8000-000000000002';

const change = (scope: string, name: string) => ({
  ...{ id: UUID, scope, item_id: '42', activity: 'updated' },
  detail: {
    name,
    changes: [{ type: scope, action: 'changed', field: 'active', before: false, after: true }],
  },
  user: { id: 1, first_name: 'Sample', last_name: 'Person', email: 'sample@example.com' },
  ...{ was_impersonated: false, is_system: false, created_at: '2026-01-01T00:00:00.000Z' },
});

const incident = (isFiring: boolean) => ({
  ...{ alert_id: UUID, alert_name: 'Orders are low', project_name: 'Shop' },
  ...{ insight_name: 'Orders', insight_id: 'aB3dE6gH', state: isFiring ? 'Firing' : 'Not firing' },
  last_checked_at: '2026-01-01T00:00:00.000Z',
  breaches: isFiring ? 'The value 3 is below 10.' : '',
  ...{ incident: 1, value: isFiring ? 3 : 12, lower: 10, upper: null },
  reason: isFiring ? null : 'value',
});

const failure = (isOver: boolean) => ({
  ...{ kind: 'destination_failing', severity: 'critical', issue_id: UUID },
  title: isOver ? 'Destination Orders delivers again' : 'Destination Orders fails',
  summary: isOver
    ? 'A delivery has succeeded. Before: The receiver returned 500.'
    : 'The receiver returned 500.',
  link: `/data-management/destinations/${UUID}`,
  ...{ destination_id: UUID, destination_name: 'Orders', reason: 'paused' },
  error: 'The receiver returned 500.',
  began_at: '2026-01-01T00:00:00.000Z',
  ended_at: isOver ? '2026-01-01T00:10:00.000Z' : null,
});

/**
 * The sources that the console offers for destinations of the type `internal_destination`. Destinations can also use
 * other combinations of events and properties.
 */
export const internalSources: readonly InternalSource[] = [
  {
    id: 'feature-flag-change',
    name: 'Change of a flag',
    description: 'By a user, a schedule, an approval or a guarded rollout',
    event: '$activity_log_entry_created',
    properties: { scope: 'FeatureFlag' },
    text: `${WHO} {{ event.properties.activity }} the flag {{ event.properties.detail.name }} ({{ event.properties.detail.changes | map: "field" | join: ", " }})`,
    example: change('FeatureFlag', 'new-checkout'),
  },
  {
    id: 'activity-log',
    name: 'Change of anything in the project',
    description: 'Every entry of the activity log',
    event: '$activity_log_entry_created',
    properties: {},
    text: `${WHO} {{ event.properties.activity }} the {{ event.properties.scope }} {{ event.properties.detail.name }}`,
    example: change('Dashboard', 'Sales'),
  },
  {
    id: 'insight-alert-firing',
    name: 'Alert begins',
    description: 'An alert of an insight begins to fire',
    event: '$insight_alert_firing',
    properties: {},
    text: 'Alert {{ event.properties.alert_name }} on {{ event.properties.insight_name }}: {{ event.properties.breaches }}',
    example: incident(true),
  },
  {
    id: 'insight-alert-resolved',
    name: 'Alert ends',
    description: 'An alert of an insight fires no more',
    event: '$insight_alert_resolved',
    properties: {},
    text: 'Alert {{ event.properties.alert_name }} on {{ event.properties.insight_name }} has ended',
    example: incident(false),
  },
  {
    id: 'ingestion-warning',
    name: 'Ingestion warning',
    description: 'At most one message for each type of warning and hour',
    event: '$health_check_issue_firing',
    properties: { kind: 'ingestion_warning' },
    text: '{{ event.properties.title }}: {{ event.properties.summary }}',
    example: {
      ...{ kind: 'ingestion_warning', severity: 'warning', issue_id: UUID },
      title: 'Ingestion warning invalid_event_session_id',
      summary: 'Events were stored, and something about them was changed or not applied.',
      link: '/data-management/warnings',
      ...{ warning_type: 'invalid_event_session_id', category: 'event', count: 3 },
    },
  },
  {
    id: 'destination-failing',
    name: 'Destination fails',
    description: 'Deliveries of another destination begin to fail',
    event: '$health_check_issue_firing',
    properties: { kind: 'destination_failing' },
    text: '{{ event.properties.title }}: {{ event.properties.summary }}',
    example: failure(false),
  },
  {
    id: 'destination-recovered',
    name: 'Destination delivers again',
    description: 'A delivery has succeeded after others had failed',
    event: '$health_check_issue_resolved',
    properties: { kind: 'destination_failing' },
    text: '{{ event.properties.title }}',
    example: failure(true),
  },
];

/** The filters of a source in the format of `hog_functions`. */
export function filtersOfSource({ name, event, properties }: InternalSource) {
  const filters = Object.entries(properties).map(([key, value]) => ({
    ...{ key, value: [value], operator: 'exact', type: 'event' },
  }));
  return {
    source: 'internal-events' as const,
    events: [
      {
        ...{ id: event, name, type: 'events' },
        ...(filters.length > 0 && { properties: filters }),
      },
    ],
  };
}
