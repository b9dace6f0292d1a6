import { readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { signalProcess } from './signals';

const POLL_MS = 50;

/**
 * Whether the process works in that directory (engines change into their data directory). This is
 * what tells an engine left over from a crash from a stranger that was given its process id since.
 * False where there is no /proc.
 */
export function runsIn(pid: number, directory: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === directory;
  } catch {
    // Gone, another user's, or no /proc: in no case an engine of ours that we could stop.
    return false;
  }
}

/** Signals the process, waits until it is gone, kills it when that takes longer than `graceMs`. */
export async function endProcess(
  pid: number,
  signal: NodeJS.Signals,
  graceMs: number,
): Promise<void> {
  signalProcess(pid, signal);
  if (await gone(pid, graceMs)) return;
  signalProcess(pid, 'SIGKILL');
  await gone(pid, graceMs);
}

async function gone(pid: number, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (signalProcess(pid, 0)) {
    if (Date.now() > deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}
