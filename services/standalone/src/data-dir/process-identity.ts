import { readFileSync } from 'node:fs';
import { signalProcess } from '@tidemark/platform';

/**
 * What distinguishes a process from a later one with the same id: when it started, in which boot. Empty
 * where there is no /proc, which leaves only the id.
 */
export function processIdentity(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may hold spaces; start time is the 22nd.
    const startTime = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
    return `${startTime}@${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
  } catch {
    // No such process, or no /proc: the id is all there is to compare.
    return '';
  }
}

/** Whether that very process still lives. */
export function isAlive(pid: number, identity: string): boolean {
  return signalProcess(pid, 0) && processIdentity(pid) === identity;
}
