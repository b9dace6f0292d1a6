import type { Logger } from '@tidemark/platform';
import type { UsageCount } from '@tidemark/postgres';

/** Counts flag requests of projects (`docs/usage.md`). */
export interface FlagUsage {
  /** Adds one in memory, without I/O. */
  count(projectId: number): void;
  /** Writes the remaining entries. */
  stop(): Promise<void>;
}

/** Ms between two writes. A killed process loses the counts of this time. */
const EVERY_MS = 2_000;

/** Counts flag requests in memory and writes the sums in one statement; sums that cannot be written are kept. */
export function createFlagUsage(deps: {
  readonly save: (counts: readonly UsageCount[]) => Promise<void>;
  readonly logger: Logger;
  /** Wall clock, ms since the epoch. */
  readonly now: () => number;
}): FlagUsage {
  let waiting = new Map<string, UsageCount>();
  let writing: Promise<void> = Promise.resolve();

  const add = (projectId: number, day: string, count: number): void => {
    const key = `${projectId} ${day}`;
    const known = waiting.get(key)?.count ?? 0;
    waiting.set(key, { projectId, day, resource: 'feature_flags', count: known + count });
  };

  const write = async (): Promise<void> => {
    if (waiting.size === 0) return;
    const counts = [...waiting.values()];
    waiting = new Map();
    try {
      await deps.save(counts);
    } catch (error) {
      for (const { projectId, day, count } of counts) add(projectId, day, count);
      deps.logger.warn(
        { err: error },
        'flag requests could not be counted; they are counted with the next ones',
      );
    }
  };
  const writeInTurn = (): Promise<void> => {
    writing = writing.then(write);
    return writing;
  };
  const timer = setInterval(() => void writeInTurn(), EVERY_MS).unref();

  return {
    count: (projectId) => {
      add(projectId, new Date(deps.now()).toISOString().slice(0, 10), 1);
    },
    stop: async () => {
      clearInterval(timer);
      await writeInTurn();
    },
  };
}
