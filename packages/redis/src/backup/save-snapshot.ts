import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from '../connection/redis';

const POLL_MS = 50;

/** Redis cannot start a snapshot, because another background write is running. */
export class SnapshotRejectedError extends Error {
  constructor(reason: string) {
    super(`Redis cannot start a snapshot now: ${reason}`);
    this.name = 'SnapshotRejectedError';
  }
}

/** Waits for the end of background writes. @throws if Redis is still writing after `patienceMs` */
export async function untilIdle(redis: Redis, patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (await isWriting(redis)) {
    if (performance.now() > deadline) throw new SnapshotRejectedError('it is writing another file');
    await sleep(POLL_MS);
  }
}

/**
 * Starts a snapshot of all data of Redis into the dump file of its directory; later writes are not part of it.
 * @throws SnapshotRejectedError
 */
export async function beginSnapshot(redis: Redis): Promise<void> {
  try {
    await redis.bgsave();
  } catch (error) {
    throw new SnapshotRejectedError(error instanceof Error ? error.message : String(error));
  }
}

/** Resolves when the file is complete. @throws if Redis could not write it */
export async function untilSaved(redis: Redis): Promise<void> {
  while (await isWriting(redis)) await sleep(POLL_MS);
  const status = field(await redis.info('persistence'), 'rdb_last_bgsave_status');
  if (status !== 'ok') throw new Error(`Redis could not write its snapshot: ${status}`);
}

async function isWriting(redis: Redis): Promise<boolean> {
  const info = await redis.info('persistence');
  return ['rdb_bgsave_in_progress', 'aof_rewrite_in_progress', 'aof_rewrite_scheduled'].some(
    (name) => field(info, name) === '1',
  );
}

function field(info: string, name: string): string {
  return new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]?.trim() ?? '';
}
