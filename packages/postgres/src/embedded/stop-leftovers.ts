import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@tidemark/platform';
import { endProcess, processesIn, signalProcess, untilGone } from '@tidemark/platform';

/** A server process that lost its postmaster notices within seconds. */
const ORPHAN_GRACE_MS = 10_000;

/**
 * Ends what an earlier start left running on the data, and removes a lock file whose process id
 * belongs to a stranger by now: the server would take the stranger for its rival and reject.
 *
 * The lock file is removed only after the last process has exited, and only in that case. Otherwise the
 * server's own check (which also looks for shared memory still in use) is the better judge.
 *
 * @param data real path of the cluster's files
 */
export async function stopLeftovers(data: string, graceMs: number, logger: Logger): Promise<void> {
  const postmaster = await lockedBy(data);
  const running = processesIn(data, 'postgres');
  if (running.length > 0) {
    logger.warn(
      { pids: running },
      'a PostgreSQL of an earlier start still runs on this data; it is stopped first',
    );
    if (postmaster !== null && running.includes(postmaster)) {
      await endProcess(postmaster, 'SIGINT', graceMs);
    }
    for (const pid of running) {
      if (!(await untilGone(pid, ORPHAN_GRACE_MS))) signalProcess(pid, 'SIGKILL');
    }
  }
  if (postmaster !== null && !running.includes(postmaster) && signalProcess(postmaster, 0)) {
    await rm(join(data, 'postmaster.pid'), { force: true });
  }
}

/** The process id in the lock file; null without one. */
async function lockedBy(data: string): Promise<number | null> {
  try {
    const pid = Number.parseInt(await readFile(join(data, 'postmaster.pid'), 'utf8'), 10);
    return pid > 1 ? pid : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
