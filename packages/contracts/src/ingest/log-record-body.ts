import type { LoggedEventV1 } from './logged-event-v1';
import type { IngestWarning } from './ingest-warning';
import type { ReplayEntry } from './replay-entry';

/**
 * Any record of the ingest log. The optional field `kind` distinguishes the types; events do not have it, so that old
 * records can still be read. All types have `team_id` and `distinct_id`, which decide the partition.
 */
export type LogRecordBody = LoggedEventV1 | IngestWarning | ReplayEntry;
