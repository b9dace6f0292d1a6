/** Below DATA_DIR, where a snapshot of the embedded Redis is written. */
export const SNAPSHOT_FILE = 'redis/dump.rdb';

const BASE = 'appendonly.aof.1.base.rdb';

/** Below DATA_DIR, where a snapshot has to lie for an embedded Redis to begin with it. */
export const RESTORED_FILE = `redis/appendonlydir/${BASE}`;

/** The file beside it, and its text. A Redis with an append-only file reads nothing that is not named there. */
export const RESTORED_MANIFEST = {
  path: 'redis/appendonlydir/appendonly.aof.manifest',
  text: `file ${BASE} seq 1 type b\n`,
} as const;
