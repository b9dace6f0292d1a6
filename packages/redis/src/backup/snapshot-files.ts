/** The path of the embedded Redis's snapshot, relative to DATA_DIR. */
export const SNAPSHOT_FILE = 'redis/dump.rdb';

const BASE = 'appendonly.aof.1.base.rdb';

/** The path, relative to DATA_DIR, of the snapshot that an embedded Redis loads when it starts. */
export const RESTORED_FILE = `redis/appendonlydir/${BASE}`;

/**
 * The manifest of this file, with its text. Redis with an append-only file only loads files that the manifest lists.
 */
export const RESTORED_MANIFEST = {
  path: 'redis/appendonlydir/appendonly.aof.manifest',
  text: `file ${BASE} seq 1 type b\n`,
} as const;
