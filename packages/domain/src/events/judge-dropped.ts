import type { LoggedEventV1 } from '@tidemark/contracts';
import { MAX_GROUP_KEY_LENGTH } from '../groups/event-groups';
import { detailText, eventWarning } from '../warnings/event-warning';
import type { EventWarning } from '../warnings/event-warning';
import { MERGE_EVENTS } from './merge-source';

const MAX_DISTINCT_ID = 400;

/** The warning for an event that is not stored; null: there is no warning. */
export interface Dropped {
  readonly warning: EventWarning | null;
}

/**
 * Whether an event must be dropped (`docs/wire/capture-processing.md#dropped-events` and
 * `docs/wire/capture-processing.md#personless-merge`); null if it is stored.
 */
export function judgeDropped(entry: LoggedEventV1): Dropped | null {
  const consumed = CONSUMED.get(entry.event);
  if (consumed !== undefined) return { warning: consumed(entry) };
  const { properties } = entry;
  if (entry.distinct_id.length > MAX_DISTINCT_ID) {
    return { warning: eventWarning('distinct_id_too_long') };
  }
  const groupKey = properties['$group_key'];
  if (
    entry.event === '$groupidentify' &&
    typeof groupKey === 'string' &&
    groupKey.length > MAX_GROUP_KEY_LENGTH
  ) {
    const details = { groupKey: detailText(groupKey), maxLength: MAX_GROUP_KEY_LENGTH };
    return { warning: eventWarning('group_key_too_long', details) };
  }
  if (isPersonlessMerge(entry) && !edgeMadePersonless(entry)) {
    return { warning: eventWarning('invalid_event_when_process_person_profile_is_false') };
  }
  return null;
}

function isPersonlessMerge({ event, properties }: LoggedEventV1): boolean {
  return properties['$process_person_profile'] === false && MERGE_EVENTS.has(event);
}

/**
 * Whether V1 capture made the event personless because of its distinct id. Its response then said that the event is
 * stored.
 */
function edgeMadePersonless({ notices }: LoggedEventV1): boolean {
  return notices?.some(({ type }) => type === 'person_processing_disabled') ?? false;
}

/** Events that are not stored in the table `events`, with the function that makes their warning. */
const CONSUMED = new Map<string, (entry: LoggedEventV1) => EventWarning | null>([
  ['$performance_event', () => null],
  ['$$heatmap', () => eventWarning('unsupported_event')],
  ['$$client_ingestion_warning', clientWarning],
]);

function clientWarning({ properties }: LoggedEventV1): EventWarning {
  const message = detailText(properties['$$client_ingestion_warning_message'] ?? '');
  return eventWarning('client_ingestion_warning', { message });
}
