/** Braces make the number the hash tag, so that a cluster distributes partitions over its nodes. */
export function streamKey(partition: number): string {
  return `tidemark:ingest:{${partition}}`;
}

/**
 * The key of a partition's surplus: the number of its events minus the number of its stream entries. With it, the
 * length of the log can be counted in events, although Redis counts entries.
 */
export function surplusKey(partition: number): string {
  return `${streamKey(partition)}${SURPLUS_SUFFIX}`;
}

/** The suffix of the key of a stream's surplus. */
export const SURPLUS_SUFFIX = ':surplus';

/**
 * The suffix of the key of a stream's hash with the number of events by project id. It counts the entries that
 * contain their project (`PROJECT_FIELD`); older entries are not counted.
 */
export const PROJECTS_SUFFIX = ':projects';

export function projectsKey(partition: number): string {
  return `${streamKey(partition)}${PROJECTS_SUFFIX}`;
}

/** The field of a stream entry with the project in whose count it is. */
export const PROJECT_FIELD = 'p';

/**
 * The suffix, before the id of an entry, of the key with the entry's records that are already dead letters, so that
 * they are skipped when the entry is read again.
 */
export const BURIED_SUFFIX = ':buried:';

export function leaseKey(partition: number): string {
  return `tidemark:ingest-lease:{${partition}}`;
}

/** The key of the partition's last owner, which is kept when the lease expires. */
export function lastOwnerKey(partition: number): string {
  return `tidemark:ingest-owner:{${partition}}`;
}

/** A sorted set with the time when each consumer's last heartbeat expires (ms, Redis's clock). */
export const CONSUMERS_KEY = 'tidemark:ingest-consumers';

export const DEAD_LETTER_KEY = 'tidemark:ingest-dead-letter';

/** The field of a stream entry with the JSON text of one or more `LogRecordBody`; see `packRecords`. */
export const ENTRY_FIELD = 'e';

/** The field of a replayed stream entry with the number of replays. */
export const REPLAYS_FIELD = 'n';
