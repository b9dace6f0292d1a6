import { setTimeout as sleep } from 'node:timers/promises';
import { capture, query } from './clients';
import { KEYS } from './start-topology';

export interface SteadyLoad {
  /** Stops the load. Returns the number of sent items, and all responses other than 200. */
  stop(): Promise<{
    readonly sent: Readonly<Record<'events' | 'flags' | 'queries', number>>;
    readonly failures: readonly string[];
  }>;
}

const EVENTS_A_BATCH = 5;

/**
 * Starts clients that send events, request flags and run queries, one request after the other. Failed requests are not
 * repeated.
 */
export function startLoad(url: string, event: string): SteadyLoad {
  const sent = { events: 0, flags: 0, queries: 0 };
  const failures: string[] = [];
  let running = true;
  const client = async (pauseMs: number, work: () => Promise<void>): Promise<void> => {
    while (running) {
      await work().catch((error: unknown) => failures.push(String(error)));
      await sleep(pauseMs);
    }
  };
  const clients = [
    ...[1, 2, 3].map(() =>
      client(40, async () => {
        await capture(url, event, EVENTS_A_BATCH);
        sent.events += EVENTS_A_BATCH;
      }),
    ),
    client(100, async () => {
      const response = await fetch(`${url}/flags/?v=2`, {
        method: 'POST',
        body: JSON.stringify({ api_key: KEYS.project, distinct_id: 'a' }),
      });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`flags: ${response.status} ${text}`);
      sent.flags += 1;
    }),
    client(200, async () => {
      await query(url, `select count() from events where event = '${event}'`);
      sent.queries += 1;
    }),
  ];
  return {
    async stop() {
      running = false;
      await Promise.all(clients);
      return { sent, failures };
    },
  };
}
