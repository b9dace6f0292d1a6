import { eventWarning } from '@tidemark/domain';
import type { IngestLogConsumer, LogRecord } from '@tidemark/ingest-log';
import type { ProjectRules } from '../ingestion-rules/project-rules';
import { redactedRecord } from '../ingestion-rules/redacted-record';
import { occurrence } from './occurrences';
import type { WarningDeps } from './store-warnings';
import { storeWarning } from './store-warnings';

/** Makes a record that can never be processed a dead letter, after the rules of its project were applied to it. */
export type Discard = (record: LogRecord, why: DiscardReason) => Promise<void>;

interface DiscardReason {
  /** The reason for operators; may quote an error of a store. */
  readonly reason: string;
  /** The reason for the project; contains no data that may belong to another project. */
  readonly publicReason: string;
}

/** If the record is an event, the warning is stored first, because a dead letter is not processed again. */
export function createDiscard(
  deps: WarningDeps & {
    readonly log: Pick<IngestLogConsumer, 'deadLetter'>;
    readonly rules: ProjectRules;
  },
): Discard {
  return async (given, { reason, publicReason }) => {
    const { record, entry } = await redactedRecord(deps.rules, given);
    if (entry !== null) {
      const warning = eventWarning('event_rejected_by_store', { reason: publicReason });
      await storeWarning(deps, occurrence(record, entry, warning));
    }
    await deps.log.deadLetter(record, reason);
  };
}
