/** The two kinds of destinations: events of visitors, or what happens in the project itself. */
export const destinationTypes = ['destination', 'internal_destination'] as const;
export type DestinationType = (typeof destinationTypes)[number];

/** Everything that destinations of the type `internal_destination` can receive (`docs/wire/destinations.md#internal-events`). */
export const internalEventNames = [
  '$activity_log_entry_created',
  '$insight_alert_firing',
  '$insight_alert_resolved',
  '$health_check_issue_firing',
  '$health_check_issue_resolved',
] as const;
export type InternalEventName = (typeof internalEventNames)[number];

/** Kinds of the issues of `$health_check_issue_firing`: PostHog has the first, the second is ours. */
export const healthIssueKinds = ['ingestion_warning', 'destination_failing'] as const;
