import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '@tidemark/testing';

/** A process of a kind. Its pid changes when it is restarted. */
export interface Target {
  readonly name: string;
  /** Null if the process does not run. */
  pid(): number | null;
}

/** Longer than a lease (3 s), so that another worker takes over the partitions meanwhile. */
const STALL_MS = 4_500;
const RESTART_MS = 60_000;

/** Kills a process with SIGKILL. Resolves when its successor runs. */
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

/** Stops a process with SIGSTOP for longer than a lease, then continues it. */
export async function stall(target: Target): Promise<void> {
  const pid = pidOf(target);
  process.kill(pid, 'SIGSTOP');
  await sleep(STALL_MS);
  process.kill(pid, 'SIGCONT');
}

/** Kills a process that nothing restarts. */
export function killForGood(target: Target): Promise<void> {
  process.kill(pidOf(target), 'SIGKILL');
  return Promise.resolve();
}

function pidOf(target: Target): number {
  const pid = target.pid();
  if (pid === null) throw new Error(`${target.name} does not run`);
  return pid;
}
