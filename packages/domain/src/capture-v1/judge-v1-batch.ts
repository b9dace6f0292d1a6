import type { LoggedEventV1, QuotaLimit } from '@tidemark/contracts';
import { MAX_EVENT_BYTES } from '../capture/judge-event';
import { isOverQuota, quotaDropping } from '../quotas';
import type { EventQuota } from '../quotas';
import { CaptureV1Error } from './capture-v1-error';
import { judgeV1Event } from './judge-v1-event';
import type { V1DropReason, V1BatchContext } from './judge-v1-event';
import type { V1Batch } from './read-v1-batch';
import { libraryProperties } from './sdk-info';

/** The result of one event in the response; `retry`: the event was not stored and should be sent again. */
export type V1EventResult =
  | { readonly result: 'ok' }
  | { readonly result: 'warning'; readonly details: 'person_processing_disabled' }
  | { readonly result: 'drop'; readonly details: V1DropReason }
  | { readonly result: 'retry'; readonly details: 'not_persisted' };

/** Results by canonical uuid, in the order sent. */
export type V1Results = ReadonlyMap<string, V1EventResult>;

export interface V1Judgement {
  /** Only valid after `entries` are in the ingest log; otherwise see `notPersisted`. */
  readonly results: V1Results;
  /** One entry for each result `ok` or `warning`. */
  readonly entries: readonly LoggedEventV1[];
}

/** The result of an event if the quota of its own resource is used up. */
const OVER_QUOTA: Readonly<Record<Exclude<EventQuota, 'events'>, V1DropReason>> = {
  exceptions: 'exceptions_over_quota',
  surveys: 'survey_responses_over_quota',
  llm_events: 'llm_events_over_quota',
};

/** The data of a request that is not in its body. */
export interface V1RequestContext extends Pick<
  V1BatchContext,
  'teamId' | 'now' | 'requestTimestamp' | 'ip' | 'trace'
> {
  /** The PostHog-Sdk-Info header. */
  readonly sdkInfo: string;
  /** Length of the request's JSON text. Events are not measured if it is below the limit of one event. */
  readonly bodyLength: number;
  /** The used-up quotas of the project. */
  readonly quotaLimits: readonly QuotaLimit[];
  /** Called for every event that a quota drops. */
  readonly onOverQuota: (resource: EventQuota, count: number) => void;
}

/**
 * Judges every event of a batch: returns a result for each, and log entries for the accepted ones.
 * @throws CaptureV1Error `billing_limit_exceeded` if quotas drop every event
 */
export function judgeV1Batch(batch: V1Batch, request: V1RequestContext): V1Judgement {
  const context: V1BatchContext = {
    ...request,
    library: libraryProperties(request.sdkInfo),
    historicalMigration: batch.historicalMigration,
    // A UTF-16 unit has at most three bytes in UTF-8; escapes (`\uXXXX`) are longer in the body than in the event.
    measure: request.bodyLength * 3 > MAX_EVENT_BYTES,
  };
  const { quotaLimits, onOverQuota } = request;
  if (isOverQuota(quotaLimits, 'events', request.now)) {
    onOverQuota('events', batch.events.size);
    throw overQuota();
  }
  let limited = false;
  const results = new Map<string, V1EventResult>();
  const entries: LoggedEventV1[] = [];
  let place = -1;
  for (const [uuid, sent] of batch.events) {
    place += 1;
    const verdict = judgeV1Event(uuid, sent, context, place);
    if (verdict.result === 'drop') {
      results.set(uuid, verdict);
      continue;
    }
    const { entry, ...result } = verdict;
    const resource = quotaDropping(quotaLimits, entry, request.now);
    if (resource !== null && resource !== 'events') {
      limited = true;
      onOverQuota(resource, 1);
      results.set(uuid, { result: 'drop', details: OVER_QUOTA[resource] });
      continue;
    }
    entries.push(entry);
    results.set(uuid, result);
  }
  if (limited && entries.length === 0) throw overQuota();
  return { results, entries };
}

function overQuota(): CaptureV1Error {
  return new CaptureV1Error('billing_limit_exceeded', 'The project has used up its quota.');
}

/** The results if the entries could not be written to the log: `retry` for all events except dropped ones. */
export function notPersisted(results: V1Results): V1Results {
  return new Map(
    Array.from(results, ([uuid, result]) => [
      uuid,
      result.result === 'drop' ? result : { result: 'retry', details: 'not_persisted' },
    ]),
  );
}
