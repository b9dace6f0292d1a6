import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { ManagedProcess } from '@tidemark/platform';
import { exitOf, killGroup, plainMessage } from '@tidemark/platform';

/** Manages a child process. It is stopped with SIGTERM, and killed with its group after `graceMs`. */
export function manageChild(child: ChildProcess, graceMs: number): ManagedProcess {
  const pid = child.pid ?? 0;
  const exited = exitOf(child);
  return {
    pid,
    exited,
    stop: async () => {
      child.kill('SIGTERM');
      const timer = setTimeout(() => killGroup(pid), graceMs);
      try {
        return await exited;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/**
 * Calls `onLine` for every line of stdout and stderr. Returns a function that returns the reason for the end of the
 * child: its last line with an error (Node.js prints more lines below it), else its last line.
 */
export function readLines(child: ChildProcess, onLine: (line: string) => void): () => string {
  let last = 'it printed nothing';
  let lastError: string | null = null;
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (line) => {
      if (line.trim() !== '') last = line;
      if (/^\w*Error: |"level":"(error|fatal)"/.test(line)) lastError = line;
      onLine(line);
    });
  }
  return () => lastError ?? last;
}

/**
 * Waits until a child is healthy.
 *
 * @throws with the last output of the child if it ends or is not healthy after `timeoutMs`; the child is then ended
 */
export async function untilHealthy<T>(
  healthy: Promise<T>,
  child: ManagedProcess,
  lastWords: () => string,
  timeoutMs: number,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silent = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`it did not become ready within ${timeoutMs / 1000} s`)),
      timeoutMs,
    );
  });
  const ended = child.exited.then(({ code, signal }): never => {
    throw new Error(`it ended while it started (${signal ?? `exit code ${String(code)}`})`);
  });
  try {
    return await Promise.race([healthy, silent, ended]);
  } catch (error) {
    killGroup(child.pid);
    await child.exited;
    const reason = plainMessage(error);
    throw new Error(`${reason}: ${messageIn(lastWords())}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** The message of a log line, or the line itself if it is not a log record. */
function messageIn(line: string): string {
  if (!line.startsWith('{')) return line;
  try {
    const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } };
    return [msg, err?.message].filter(Boolean).join(': ');
  } catch {
    // A truncated line is shown unchanged.
    return line;
  }
}
