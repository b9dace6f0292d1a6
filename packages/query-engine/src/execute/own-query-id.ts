import { setTimeout as sleep } from 'node:timers/promises';
import { QueryError } from '../query-error';

const TRIES = 40;
const PAUSE_MS = 25;

/** Runs a statement; waits while the engine still holds the id for the previous one. */
export type OwnIdTurns = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs the statements of one query in sequence under one id. The engine may hold an id for a short time after its
 * response: after the first statement the id is known to be our own, so the runner waits for it.
 */
export function underOwnId(): OwnIdTurns {
  let isOurs = false;
  return async (work) => {
    for (let tries = 1; ; tries += 1) {
      try {
        const result = await work();
        isOurs = true;
        return result;
      } catch (error) {
        const isHeld = error instanceof QueryError && error.code === 'query_already_running';
        if (!isHeld || !isOurs || tries === TRIES) throw error;
        await sleep(PAUSE_MS);
      }
    }
  };
}
