/** The two types of destinations: for events of visitors, and for internal events of the project. */
export const destinationTypes = ['destination', 'internal_destination'] as const;
export type DestinationType = (typeof destinationTypes)[number];

/**
 * All internal events that destinations of the type `internal_destination` can receive
 * (`docs/wire/destinations.md#internal-events`).
 */
export const internalEventNames = [
  '$activity_log_entry_created',
  '$insight_alert_firing',
  '$insight_alert_resolved',
  '$health_check_issue_firing',
  '$health_check_issue_resolved',
] as const;
export type InternalEventName = (typeof internalEventNames)[number];

/** The types of issues of `$health_check_issue_firing`: the first is PostHog's, the second is Tidemark's. */
export const healthIssueKinds = ['ingestion_warning', 'destination_failing'] as const;
