import type { Terminal } from './terminal';

/** Runs the steps of a start. Prints the duration of each step, and a reminder while a step takes long. */
export interface Progress {
  step<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Prints a remark within a step. */
  note(text: string): void;
}

const REMINDER_MS = 3_000;

export function createProgress(terminal: Terminal): Progress {
  const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;
  return {
    step: async (name, work) => {
      const since = performance.now();
      const reminder = setInterval(() => {
        terminal.line(`  ${name}: still at it (${seconds(since)})`);
      }, REMINDER_MS);
      try {
        const result = await work();
        terminal.line(`  ${name}: ready (${seconds(since)})`);
        return result;
      } finally {
        clearInterval(reminder);
      }
    },
    note: (text) => terminal.line(`  ${text}`),
  };
}
