import type { ChildProcess } from 'node:child_process';
import { killGroup } from './signals';

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The time to wait for the last output of a process after its exit. */
const LAST_WORDS_MS = 500;

/**
 * Waits for the exit of a child that leads its own process group (nulls if it could not be started). Then the rest of
 * its group is killed and its output is read to the end.
 */
export function exitOf(child: ChildProcess): Promise<ProcessExit> {
  return new Promise((resolve) => {
    child.once('error', () => resolve({ code: null, signal: null }));
    child.once('exit', (code, signal) => {
      killGroup(child.pid ?? 0);
      const finish = (): void => {
        clearTimeout(timer);
        resolve({ code, signal });
      };
      const timer = setTimeout(finish, LAST_WORDS_MS);
      child.once('close', finish);
    });
  });
}
