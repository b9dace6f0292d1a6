import { PROJECT_API_KEY } from '../stack';
import { quantile } from '../ingest/report';

const EVERY_MS = 50;

/**
 * Sends one event every 50 ms and measures the time until its response.
 *
 * @returns `stop`, which ends it and returns a text with the latencies and the number of responses that were not 200
 */
export function watchEdge(edgeUrl: string): { stop(): string } {
  const latencies: number[] = [];
  let rejected = 0;
  const send = async (): Promise<void> => {
    const from = performance.now();
    const body = JSON.stringify({
      api_key: PROJECT_API_KEY,
      event: '$probe',
      distinct_id: 'outage-probe',
      properties: { $process_person_profile: false },
    });
    const response = await fetch(`${edgeUrl}/capture/`, { method: 'POST', body });
    await response.arrayBuffer();
    latencies.push(performance.now() - from);
    if (response.status !== 200) rejected += 1;
  };
  const timer = setInterval(() => {
    send().catch(() => {
      rejected += 1;
    });
  }, EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      const ms = (q: number): string => `${quantile(latencies, q).toFixed(1)} ms`;
      return `p50 ${ms(0.5)} p99 ${ms(0.99)} of ${latencies.length}, ${rejected} rejected`;
    },
  };
}
