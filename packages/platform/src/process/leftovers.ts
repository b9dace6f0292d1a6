import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { signalProcess } from './signals';

const POLL_MS = 50;

/**
 * Ids of the processes of that program that work in that directory. Engines change into their data
 * directory, so this distinguishes what an earlier start left behind from a stranger that was given an old
 * process id since, and from a shell that happens to stand there. Empty where there is no /proc.
 *
 * @param directory real path
 * @param program name as the kernel knows it (`redis-server`)
 */
export function processesIn(directory: string, program: string): readonly number[] {
  return allProcesses().filter((pid) => {
    try {
      return (
        readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === program &&
        readlinkSync(`/proc/${pid}/cwd`) === directory
      );
    } catch {
      // The process has exited or belongs to another user; in both cases it is not an engine that we can stop.
      return false;
    }
  });
}

function allProcesses(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    // Not a Linux: nothing is known about the directories of others.
    return [];
  }
}

/** Signals the process, waits for its exit, and kills it after `graceMs`. */
export async function endProcess(
  pid: number,
  signal: NodeJS.Signals,
  graceMs: number,
): Promise<void> {
  signalProcess(pid, signal);
  if (await untilGone(pid, graceMs)) return;
  signalProcess(pid, 'SIGKILL');
  await untilGone(pid, graceMs);
}

/** Whether the process ended in time. */
export async function untilGone(pid: number, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (signalProcess(pid, 0)) {
    if (Date.now() > deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}
