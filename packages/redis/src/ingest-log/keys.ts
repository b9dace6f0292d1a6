/** Braces make the number the hash tag, so that a cluster spreads partitions over its nodes. */
export function streamKey(partition: number): string {
  return `tidemark:ingest:{${partition}}`;
}

/**
 * How many events a partition holds beyond one for each of its stream entries. Redis counts entries;
 * with this the log's length is one of events.
 */
export function surplusKey(partition: number): string {
  return `${streamKey(partition)}${SURPLUS_SUFFIX}`;
}

/** Added to a stream's key. */
export const SURPLUS_SUFFIX = ':surplus';

/**
 * Added to a stream's key: hash of project id → events that the project has in this partition. Counts
 * the entries that name their project (`PROJECT_FIELD`); older ones lie in the stream uncounted.
 */
export const PROJECTS_SUFFIX = ':projects';

export function projectsKey(partition: number): string {
  return `${streamKey(partition)}${PROJECTS_SUFFIX}`;
}

/** Field of a stream entry: the project whose count it is in. */
export const PROJECT_FIELD = 'p';

/**
 * Added to a stream's key, with the id of an entry: which of its records are dead letters already, so
 * that the others can come again without them.
 */
export const BURIED_SUFFIX = ':buried:';

export function leaseKey(partition: number): string {
  return `tidemark:ingest-lease:{${partition}}`;
}

/** The key of the partition's last lease holder, which outlives the lease. */
export function lastOwnerKey(partition: number): string {
  return `tidemark:ingest-owner:{${partition}}`;
}

/** Sorted set: consumer → when its last heartbeat expires (ms, Redis's clock). */
export const CONSUMERS_KEY = 'tidemark:ingest-consumers';

export const DEAD_LETTER_KEY = 'tidemark:ingest-dead-letter';

/** Field of a stream entry that holds the JSON of one `LogRecordBody`, or several; see `packRecords`. */
export const ENTRY_FIELD = 'e';

/** Field of a stream entry that came back from the dead letters: how often by now. */
export const REPLAYS_FIELD = 'n';
