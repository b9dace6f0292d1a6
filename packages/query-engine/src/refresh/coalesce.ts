import { HogQLError } from '@tidemark/hogql';
import { QueryError } from '../query-error';

export interface Coalescer {
  /** What `work` answers, or what equal work that is already under way in this process does. */
  readonly run: <T>(key: string, work: () => Promise<T>) => Promise<T>;
}

/**
 * Equal computations at the same time become one. A refusal that is about one caller, such as a cancel, is not
 * passed on: the next caller computes (`wire/query.md` §2.4).
 */
export function createCoalescer(): Coalescer {
  const running = new Map<string, Promise<unknown>>();
  const run = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const first = running.get(key);
    if (first === undefined) {
      const own = work().finally(() => running.delete(key));
      running.set(key, own);
      return own;
    }
    try {
      return (await first) as T;
    } catch (error) {
      if (concernsAll(error)) throw error;
      return run(key, work);
    }
  };
  return { run };
}

/** Faults of ours, and a project whose turn did not come. */
function concernsAll(error: unknown): boolean {
  if (error instanceof HogQLError) return false;
  return !(error instanceof QueryError) || error.status >= 500 || error.status === 429;
}
