import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** An event whose request was accepted with 200. */
export interface Acknowledged {
  readonly uuid: string;
  readonly distinctId: string;
  readonly at: Date;
}

export interface SteadyEvents {
  readonly acknowledged: readonly Acknowledged[];
  /** Stops sending and waits for the last response. */
  stop(): Promise<void>;
}

const BATCH = 10;
const PAUSE_MS = 20;
const DISTINCT_IDS = 40;

/** Sends batches of `load` events, one batch after the other. Each event sets a property of its person. */
export function sendSteadily(url: string, projectApiKey: string): SteadyEvents {
  const acknowledged: Acknowledged[] = [];
  let stopping = false;
  const run = async (): Promise<void> => {
    for (let count = 0; !stopping; count += BATCH) {
      const events = Array.from({ length: BATCH }, (_, index) => ({
        uuid: randomUUID(),
        distinctId: `visitor-${(count + index) % DISTINCT_IDS}`,
      }));
      const batch = events.map(({ uuid, distinctId }) => ({
        ...{ event: 'load', uuid, distinct_id: distinctId },
        properties: { $set: { latest: count } },
      }));
      const response = await fetch(`${url}/batch/`, {
        method: 'POST',
        body: JSON.stringify({ api_key: projectApiKey, batch }),
      });
      if (response.status !== 200) throw new Error(await response.text());
      acknowledged.push(...events.map((event) => ({ ...event, at: new Date() })));
      await sleep(PAUSE_MS);
    }
  };
  const running = run();
  return {
    acknowledged,
    stop: async () => {
      stopping = true;
      await running;
    },
  };
}
