import { randomUUID } from 'node:crypto';
import type { ClickHouse } from '@tidemark/clickhouse';
import { PROJECT_API_KEY } from '../stack';

export interface Probe {
  /** Milliseconds from sending an event until a query finds it, for all events found so far. */
  readonly latencies: readonly number[];
  /** Stops sending events. */
  stopSending(): void;
  /**
   * Waits until the last events are found.
   *
   * @throws Error if an event is not found within a minute
   */
  stop(): Promise<void>;
}

const EVERY_MS = 200;
const GIVE_UP_MS = 60_000;

/**
 * Sends one event every 200 ms, and queries every 200 ms which events are stored. The latencies are therefore up to 200
 * ms and one query too long.
 */
export function startProbe(edgeUrl: string, clickhouse: ClickHouse): Probe {
  const waiting = new Map<string, number>();
  const latencies: number[] = [];
  let failed: unknown;
  let looking = false;

  const send = async (): Promise<void> => {
    const uuid = randomUUID();
    waiting.set(uuid, performance.now());
    const body = JSON.stringify({
      api_key: PROJECT_API_KEY,
      uuid,
      event: '$probe',
      distinct_id: `probe-${uuid}`,
      properties: { $process_person_profile: false },
    });
    const response = await fetch(`${edgeUrl}/capture/`, { method: 'POST', body });
    await response.text();
    if (response.status !== 200) throw new Error(`probe: the edge returned ${response.status}`);
  };
  const look = async (): Promise<void> => {
    if (looking || waiting.size === 0) return;
    looking = true;
    const { rows } = await clickhouse.query<[string]>({
      name: 'probe',
      sql: `SELECT toString(uuid) FROM events PREWHERE team_id = 1 AND toDate(timestamp) >= yesterday()
            AND event = '$probe' WHERE uuid IN {uuids:Array(UUID)}`,
      params: { uuids: [...waiting.keys()] },
    });
    const now = performance.now();
    for (const [uuid] of rows) {
      const sentAt = waiting.get(uuid);
      if (sentAt === undefined) continue;
      waiting.delete(uuid);
      latencies.push(now - sentAt);
    }
    looking = false;
  };
  const note = (error: unknown): void => {
    failed ??= error;
  };
  const sending = setInterval(() => void send().catch(note), EVERY_MS);
  const lookingTimer = setInterval(() => void look().catch(note), EVERY_MS);

  return {
    latencies,
    stopSending: () => clearInterval(sending),
    stop: async () => {
      clearInterval(sending);
      const deadline = performance.now() + GIVE_UP_MS;
      while (waiting.size > 0 && failed === undefined && performance.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
      }
      clearInterval(lookingTimer);
      if (failed !== undefined) throw failed as Error;
      if (waiting.size > 0) throw new Error(`${waiting.size} probe events never arrived`);
    },
  };
}
