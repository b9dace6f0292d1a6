import type { IngestEntry } from '@tidemark/contracts';
import { MAX_EVENT_BYTES } from '../capture/to-ingest-entries';
import { judgeV1Event } from './judge-v1-event';
import type { V1DropReason, V1EventContext } from './judge-v1-event';
import type { V1Batch } from './read-v1-batch';
import { libraryProperties } from './sdk-info';

/** What the client is told about one event; `retry` means: not stored, send it again. */
export type V1EventResult =
  | { readonly result: 'ok' }
  | { readonly result: 'warning'; readonly details: 'person_processing_disabled' }
  | { readonly result: 'drop'; readonly details: V1DropReason }
  | { readonly result: 'retry'; readonly details: 'not_persisted' };

/** By canonical uuid, in the order sent. */
export type V1Results = ReadonlyMap<string, V1EventResult>;

export interface V1Judgement {
  /** Only true once `entries` are in the ingest log; see `notPersisted`. */
  readonly results: V1Results;
  /** One for every `ok` and `warning`. */
  readonly entries: readonly IngestEntry[];
}

/** What the edge knows of a request beside its body. */
export interface V1RequestContext extends Pick<
  V1EventContext,
  'teamId' | 'now' | 'requestTimestamp' | 'ip'
> {
  /** The PostHog-Sdk-Info header. */
  readonly sdkInfo: string;
  /** Length of the request's JSON text; below the limit of one event nothing is measured. */
  readonly bodyLength: number;
}

/** Judges every event of a batch: log entries for the good ones, a result for each. */
export function judgeV1Batch(batch: V1Batch, request: V1RequestContext): V1Judgement {
  const context: V1EventContext = {
    ...request,
    library: libraryProperties(request.sdkInfo),
    historicalMigration: batch.historicalMigration,
    // A UTF-16 unit is at most three bytes of UTF-8; `\uXXXX` in the body only shrinks.
    measure: request.bodyLength * 3 > MAX_EVENT_BYTES,
  };
  const results = new Map<string, V1EventResult>();
  const entries: IngestEntry[] = [];
  for (const [uuid, sent] of batch.events) {
    const verdict = judgeV1Event(uuid, sent, context);
    if (verdict.result === 'drop') {
      results.set(uuid, verdict);
      continue;
    }
    const { entry, ...result } = verdict;
    entries.push(entry);
    results.set(uuid, result);
  }
  return { results, entries };
}

/** The results when the log did not take the entries: all but the dropped are to be sent again. */
export function notPersisted(results: V1Results): V1Results {
  return new Map(
    Array.from(results, ([uuid, result]) => [
      uuid,
      result.result === 'drop' ? result : { result: 'retry', details: 'not_persisted' },
    ]),
  );
}
