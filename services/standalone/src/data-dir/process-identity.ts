import { readFileSync } from 'node:fs';
import { signalProcess } from '@tidemark/platform';

/**
 * Returns a text that distinguishes a process from a later one with the same id: its start time and the id of the
 * boot. Empty without /proc; processes are then compared only by their id.
 */
export function processIdentity(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name of the program, in brackets; it may contain spaces. The 22nd field is the start time.
    const startTime = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
    return `${startTime}@${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
  } catch {
    // There is no such process, or no /proc.
    return '';
  }
}

/** Whether the process with this id and identity is still running. */
export function isAlive(pid: number, identity: string): boolean {
  return signalProcess(pid, 0) && processIdentity(pid) === identity;
}
