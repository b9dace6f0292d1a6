import type { LoggedEventV1, LoggedEvent } from '@tidemark/contracts';
import { isCutDistinctId } from '../capture/distinct-id';
import { earliestCopy } from '../capture/earliest-copy';
import { eventTime } from '../capture/event-time';
import { ignoredTime } from '../capture/ignored-time';
import { judgeEvent } from '../capture/judge-event';
import { readEvent } from '../capture/read-event';
import { eventWarning } from '../warnings/event-warning';

/**
 * Converts an accepted event to an entry of version 1: reads each field from its possible names, and computes the
 * event's time by the rules of skew and offset.
 * @throws CaptureError if the edge could not have accepted the event
 */
export function readLoggedEvent(stored: LoggedEvent): LoggedEventV1 {
  const raw = readEvent(stored.sent, stored.unnamed);
  const distinctId = judgeEvent(raw);
  const timeInputs = {
    timestamp: raw.timestamp,
    offset: raw.offset,
    sentAt: stored.sent_at,
    ignoreSentAt: raw.properties['$ignore_sent_at'] === true,
    now: stored.captured_at,
  };
  const time = eventTime(timeInputs);
  const ignored = ignoredTime(timeInputs, time);
  const earliest = earliestCopy(timeInputs, time, raw.uuid !== undefined);
  const notices = [
    ...(ignored === null ? [] : [ignored]),
    ...(isCutDistinctId(raw.distinctId, distinctId)
      ? [eventWarning('distinct_id_truncated', { maxLength: 200 })]
      : []),
  ];
  return {
    v: 1,
    team_id: stored.team_id,
    uuid: raw.uuid ?? stored.uuid ?? '',
    event: raw.event,
    distinct_id: distinctId,
    timestamp: new Date(time).toISOString(),
    captured_at: new Date(stored.captured_at).toISOString(),
    ...(stored.sent_at !== null && { sent_at: new Date(stored.sent_at).toISOString() }),
    ...(earliest !== null && { earliest_copy: earliest }),
    ip: Object.hasOwn(raw.properties, 'capture_internal') ? '127.0.0.1' : stored.ip,
    properties: raw.properties,
    historical_migration: stored.historical_migration,
    ...(stored.imported !== undefined && { imported: stored.imported }),
    ...(stored.place !== undefined && { place: stored.place }),
    ...(notices.length > 0 && { notices }),
    ...(stored.trace !== undefined && { trace: stored.trace }),
  };
}
