import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { signalProcess } from './signals';

const POLL_MS = 50;

/**
 * The ids of processes of this program whose working directory is this directory. Engines change to their data
 * directory, so this finds engines of an earlier start, but neither other programs that now have the same process id
 * nor a shell in that directory. Empty on systems without /proc.
 * @param directory real path
 * @param program name of the program in the kernel (`redis-server`)
 */
export function processesIn(directory: string, program: string): readonly number[] {
  return allProcesses().filter((pid) => {
    try {
      return (
        readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === program &&
        readlinkSync(`/proc/${pid}/cwd`) === directory
      );
    } catch {
      // The process has exited or belongs to another user; in both cases it is not an engine that this process can
      // stop.
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
    // Not Linux: the working directories of other processes are unknown.
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

/** Waits for the exit of a process; whether it exited in time. */
export async function untilGone(pid: number, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (signalProcess(pid, 0)) {
    if (Date.now() > deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}
