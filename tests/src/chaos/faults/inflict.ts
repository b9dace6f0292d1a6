import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@tidemark/testing';
import type { Victim } from './victims';

/** Beyond a lease (3 s), so that the partitions go to another worker meanwhile. */
const STALL_MS = 4_500;
const RESTART_MS = 60_000;

/** Kills or stalls a victim; resolves, with the ms it took, once the process or its successor runs. */
export async function inflict(victim: Victim): Promise<number> {
  const pid = victim.pid();
  if (pid === null) throw new Error(`${victim.name} does not run`);
  const since = Date.now();
  if (victim.fault === 'kill') {
    process.kill(pid, 'SIGKILL');
    await eventually(
      () => {
        victim.revive();
        const next = victim.pid();
        if (next === null || next === pid) throw new Error(`${victim.name} was not started again`);
      },
      RESTART_MS,
      50,
    );
  } else {
    process.kill(pid, 'SIGSTOP');
    await sleep(STALL_MS);
    process.kill(pid, 'SIGCONT');
  }
  return Date.now() - since;
}
