import type { LoggedEventV1 } from '@tidemark/contracts';
import type { JsonObject } from '../json/json-object';
import { detailText } from './event-warning';
import type { EventWarning } from './event-warning';

/** A warning about one event of a project. */
export interface RaisedWarning {
  readonly projectId: number;
  readonly type: string;
  readonly distinctId: string;
  readonly details: JsonObject;
  /**
   * When the event was accepted; UTC, ISO 8601. Not the time of processing, so that a repetition gives the same
   * warning.
   */
  readonly timestamp: string;
}

type WarnedEvent = Pick<
  LoggedEventV1,
  'team_id' | 'uuid' | 'event' | 'distinct_id' | 'captured_at'
>;

/** Adds the data that identifies the event to its warning. */
export function raiseWarning(entry: WarnedEvent, { type, details }: EventWarning): RaisedWarning {
  return {
    projectId: entry.team_id,
    type,
    distinctId: entry.distinct_id,
    details: {
      eventUuid: entry.uuid,
      event: detailText(entry.event),
      distinctId: detailText(entry.distinct_id),
      ...details,
    },
    timestamp: entry.captured_at,
  };
}
