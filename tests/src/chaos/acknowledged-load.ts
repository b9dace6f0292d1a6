import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

export interface AcknowledgedLoad {
  /** Ends the load and answers the uuid of every event that got a 200. */
  stop(): Promise<ReadonlySet<string>>;
  acknowledged(): number;
}

const BATCH = 5;
const PAUSE_MS = 20;

/**
 * Sends small batches one after another from a few clients, never twice, and keeps what was
 * acknowledged. A refusal or a broken connection is what the test causes: that batch does not count.
 */
export function startLoad(url: string, apiKey: string, event: string): AcknowledgedLoad {
  const acknowledged = new Set<string>();
  let running = true;

  const client = async (n: number): Promise<void> => {
    for (let i = 0; running; i++) {
      const uuids = Array.from({ length: BATCH }, () => randomUUID());
      const batch = uuids.map((uuid, j) => ({
        uuid,
        event,
        distinct_id: `chaos-${(n * 7 + i + j) % 40}`,
        properties: { n, $set: { last: i } },
      }));
      const accepted = await post(`${url}/batch/`, { api_key: apiKey, batch });
      if (accepted) for (const uuid of uuids) acknowledged.add(uuid);
      await sleep(PAUSE_MS);
    }
  };
  const clients = Promise.all([0, 1, 2, 3].map(client));
  return {
    acknowledged: () => acknowledged.size,
    async stop() {
      running = false;
      await clients;
      return acknowledged;
    },
  };
}

async function post(url: string, body: object): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(5_000),
    });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    // Not acknowledged: refused, reset or no answer in time.
    return false;
  }
}
