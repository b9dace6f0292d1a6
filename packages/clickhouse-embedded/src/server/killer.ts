import { setTimeout as sleep } from 'node:timers/promises';
import { runsUnderQueryId } from '../sql/query-id';
import type { Engine } from './engine';

export interface Killer {
  /**
   * Ends a statement in the engine. The request is repeated until `settled` resolves, because a new statement may not
   * be in the engine's list yet.
   */
  kill(queryId: string, settled: Promise<unknown>): Promise<void>;
  /** Waits for running kills, then closes the connection. */
  close(): Promise<void>;
}

const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 1000;

/** Kills queries over a separate connection, which needs no free slot. */
export function createKiller(engine: Engine): Killer {
  const connection = engine.connect();
  let queue: Promise<unknown> = Promise.resolve();
  // Never SYNC, because a synchronous kill does not return in the embedded engine.
  const ask = (queryId: string): Promise<unknown> => {
    const sql = `KILL QUERY WHERE ${runsUnderQueryId(queryId)} ASYNC`;
    const result = queue.then(() => connection.run(sql));
    queue = result.catch(() => undefined);
    return result;
  };
  return {
    kill: async (queryId, settled) => {
      let over = false;
      const markOver = (): void => {
        over = true;
      };
      const done = settled.then(markOver, markOver);
      for (let pause = FIRST_PAUSE_MS; !over; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
        await ask(queryId);
        await Promise.race([done, sleep(pause)]);
      }
    },
    close: async () => {
      await queue;
      connection.close();
    },
  };
}
