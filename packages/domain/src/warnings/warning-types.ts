import type { WarningSeverity } from '@tidemark/contracts';

/** The categories of PostHog; `unknown` is used for types of a newer version. */
export type WarningCategory = 'size' | 'merge' | 'event' | 'unknown';

interface WarningTypeFacts {
  readonly category: WarningCategory;
  /** `error`: the event was not stored. `warning`: it was stored, but changed or partly ignored. `info`: a notice. */
  readonly severity: WarningSeverity;
}

const size = (severity: WarningSeverity) => ({ category: 'size', severity }) as const;
const merge = (severity: WarningSeverity) => ({ category: 'merge', severity }) as const;
const event = (severity: WarningSeverity) => ({ category: 'event', severity }) as const;

/**
 * All types of warnings (`docs/wire/capture-processing.md#warnings`), with PostHog's names, categories and severities
 * if it has the type.
 */
export const WARNING_TYPES = {
  // Raised by the ingest-worker: the event was dropped.
  distinct_id_too_long: size('error'),
  group_key_too_long: size('error'),
  invalid_event_when_process_person_profile_is_false: event('error'),
  event_rejected_by_store: event('error'),
  cookieless_disallowed_event: event('error'),
  cookieless_missing_user_agent: event('error'),
  cookieless_missing_ip: event('error'),
  cookieless_missing_host: event('error'),
  cookieless_timestamp_out_of_range: event('error'),

  // Raised by the ingest-worker: the event was stored, but changed or partly rejected.
  invalid_process_person_profile: event('warning'),
  invalid_event_session_id: event('warning'),
  invalid_group_set: event('warning'),
  event_name_truncated: size('warning'),
  group_type_limit_exceeded: event('warning'),
  cannot_merge_with_illegal_distinct_id: merge('warning'),
  cannot_merge_already_identified: merge('warning'),
  person_properties_size_violation: size('error'),
  group_properties_size_violation: size('error'),

  // Raised by ingestion rules of the project (`docs/ingestion-rules.md`).
  event_schema_dropped: event('error'),
  event_schema_violation: event('warning'),
  ingestion_rule_name_taken: event('warning'),
  ingestion_rule_failed: event('error'),

  // Raised by the edge for an event that it accepted.
  ignored_invalid_timestamp: event('warning'),
  distinct_id_truncated: size('warning'),
  person_processing_disabled: event('warning'),

  // Sent by an SDK about itself, and events of PostHog products that Tidemark does not have.
  client_ingestion_warning: event('info'),
  unsupported_event: event('info'),

  // Raised by the edge: the request was rejected, or one event of a V1 request.
  missing_event_name: event('error'),
  event_name_too_long: event('error'),
  missing_distinct_id: event('error'),
  distinct_id_too_large: event('error'),
  invalid_event_timestamp: event('error'),
  malformed_event_properties: event('error'),
  invalid_options: event('error'),
  invalid_cookieless_mode: event('error'),
  empty_batch: event('error'),
  invalid_batch: event('error'),
  missing_event_uuid: event('error'),
  invalid_event_uuid: event('error'),
  duplicate_event_uuid: event('error'),
  invalid_request: event('error'),
  message_size_too_large: size('error'),
} as const satisfies Readonly<Record<string, WarningTypeFacts>>;

export type WarningType = keyof typeof WARNING_TYPES;

/** The category and severity of a type; `unknown` and `warning` for a type of a newer version. */
export function warningFacts(type: string): WarningTypeFacts {
  return isWarningType(type) ? WARNING_TYPES[type] : { category: 'unknown', severity: 'warning' };
}

/** The name as a known warning type; null if it is not one. */
export function asWarningType(name: string): WarningType | null {
  return isWarningType(name) ? name : null;
}

function isWarningType(type: string): type is WarningType {
  return Object.hasOwn(WARNING_TYPES, type);
}
