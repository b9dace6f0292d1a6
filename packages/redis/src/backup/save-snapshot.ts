import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from '../connection/redis';

const POLL_MS = 50;

/** Redis does one background write at a time, and was at another one. */
export class SnapshotRejectedError extends Error {
  constructor(reason: string) {
    super(`Redis begins no snapshot now: ${reason}`);
    this.name = 'SnapshotRejectedError';
  }
}

/** @throws when Redis is still writing in the background after `patienceMs`. */
export async function untilIdle(redis: Redis, patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (await isWriting(redis)) {
    if (performance.now() > deadline) throw new SnapshotRejectedError('it is writing another file');
    await sleep(POLL_MS);
  }
}

/**
 * Begins to write everything that Redis holds at this time into the dump file of its directory; what is
 * written to it from now on is not in it.
 *
 * @throws SnapshotRejectedError
 */
export async function beginSnapshot(redis: Redis): Promise<void> {
  try {
    await redis.bgsave();
  } catch (error) {
    throw new SnapshotRejectedError(error instanceof Error ? error.message : String(error));
  }
}

/** Resolves once the file is complete. @throws when Redis could not write it. */
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
