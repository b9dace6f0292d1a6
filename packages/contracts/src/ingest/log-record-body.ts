import type { LoggedEventV1 } from './logged-event-v1';
import type { IngestWarning } from './ingest-warning';
import type { ReplayEntry } from './replay-entry';

/**
 * What the ingest log holds. The optional field `kind` says which one: an event has none, so that
 * records of any age are read as what they were written as. `team_id` and `distinct_id` are common to
 * all: they decide the partition.
 */
export type LogRecordBody = LoggedEventV1 | IngestWarning | ReplayEntry;
