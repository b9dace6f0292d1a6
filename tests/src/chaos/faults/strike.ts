import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '@tidemark/testing';

/** A process of a kind, wherever it runs by now. */
export interface Target {
  readonly name: string;
  /** Null when none runs. */
  pid(): number | null;
}

/** Beyond a lease (3 s), so that partitions go to another worker meanwhile. */
const STALL_MS = 4_500;
const RESTART_MS = 60_000;

/** Kills a process with -9; resolves once its successor runs. */
export async function kill(target: Target): Promise<void> {
  const pid = pidOf(target);
  process.kill(pid, 'SIGKILL');
  await waitUntil(
    () => {
      const next = target.pid();
      if (next === null || next === pid) throw new Error(`${target.name} was not started again`);
    },
    RESTART_MS,
    50,
  );
}

/** Stops a process for longer than a lease, then wakes it. */
export async function stall(target: Target): Promise<void> {
  const pid = pidOf(target);
  process.kill(pid, 'SIGSTOP');
  await sleep(STALL_MS);
  process.kill(pid, 'SIGCONT');
}

/** Kills a process that is not started again. */
export function killForGood(target: Target): Promise<void> {
  process.kill(pidOf(target), 'SIGKILL');
  return Promise.resolve();
}

function pidOf(target: Target): number {
  const pid = target.pid();
  if (pid === null) throw new Error(`${target.name} does not run`);
  return pid;
}
