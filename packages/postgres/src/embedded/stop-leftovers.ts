import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@tidemark/platform';
import { endProcess, processesIn, signalProcess, untilGone } from '@tidemark/platform';

/** A server process without its postmaster exits within seconds. */
const ORPHAN_GRACE_MS = 10_000;

/**
 * Stops servers that an earlier start left running on the data. Removes a lock file whose process id now belongs to
 * another program, because the server would mistake this program for another server and not start.
 *
 * The lock file is only removed in this case, after the last process has exited. In other cases the server's own
 * check is better, because it also looks for shared memory in use.
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

/** The process id in the lock file; null if there is none. */
async function lockedBy(data: string): Promise<number | null> {
  try {
    const pid = Number.parseInt(await readFile(join(data, 'postmaster.pid'), 'utf8'), 10);
    return pid > 1 ? pid : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
