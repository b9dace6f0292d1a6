import type { ChildProcess } from 'node:child_process';
import { killGroup } from './signals';

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Time to wait for the last output of a process after its exit. */
const LAST_WORDS_MS = 500;

/**
 * How a child that leads its own group ended (nulls when it never began). What is left of its group
 * is killed then, and what it printed has been read.
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
