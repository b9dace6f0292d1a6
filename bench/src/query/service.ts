import { setTimeout as delay } from 'node:timers/promises';
import type { MeasuredServer } from '../child';
import { median } from '../median';
import { ask, load, look, millis, percentile } from './ask';

const ROUNDS = 60;
const PARALLEL = 50;

/** Measures the time of stored results through the API; the target is p50 ≤ 5 ms. */
export async function benchCached(api: MeasuredServer): Promise<void> {
  const { url: apiUrl } = api;
  const query = 'select event, count() from events group by event order by event';
  await ask(apiUrl, query);
  const times: number[] = [];
  const before = api.cpuSeconds();
  for (let round = 0; round < ROUNDS * 5; round++) {
    times.push(
      await millis(async () => {
        const { is_cached } = await ask(apiUrl, query);
        if (is_cached !== true) throw new Error('the result was computed');
      }),
    );
  }
  const cpu = ((api.cpuSeconds() - before) * 1_000) / times.length;
  console.log(
    `query: a cached result, ${times.length} in turn (${load()})\n  p50 ${median(times).toFixed(1)} ms (target ≤ 5), p95 ${percentile(times, 95).toFixed(1)} ms, ${cpu.toFixed(2)} ms CPU of the API each`,
  );
}

let statements = 0;
/** A fast statement that is different each time, so that there is no stored result. */
const fresh = (): string =>
  `select count() + ${(statements += 1)} from events where timestamp > '2099-01-01'`;

/** Measures how much longer a run in the background takes than a blocking one; the target is p50 ≤ 50 ms. */
export async function benchBackground(apiUrl: string): Promise<void> {
  const blocking: number[] = [];
  const background: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    blocking.push(await millis(() => ask(apiUrl, fresh(), { refresh: 'force_blocking' })));
    background.push(await millis(() => inBackground(apiUrl, fresh())));
  }
  const [b, r] = [median(blocking), median(background)];
  console.log(
    `query: background runs, ${ROUNDS} each in turn, looked at every 5 ms (${load()})\n  blocking p50 ${b.toFixed(1)} ms, background p50 ${r.toFixed(1)} ms\n  overhead p50 ${(r - b).toFixed(1)} ms (target ≤ 50)`,
  );
}

async function inBackground(apiUrl: string, query: string): Promise<void> {
  const { query_status: run } = await ask(apiUrl, query, { refresh: 'force_async' });
  for (let status = run; status?.complete !== true;) {
    await delay(5);
    status = (await look(apiUrl, run?.id ?? '')).query_status;
    if (status?.error === true) throw new Error('the run failed');
  }
}

/**
 * Measures many fast queries at the same time against a single one; the target is p95 ÷ p50 of a single one ≤ 10. `how`
 * names the limits under which they run.
 */
export async function benchParallel(apiUrl: string, how: string): Promise<void> {
  const force = { refresh: 'force_blocking' };
  const single: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    single.push(await millis(() => ask(apiUrl, fresh(), force)));
  }
  const crowd: number[] = [];
  for (let round = 0; round < 5; round++) {
    const all = Array.from({ length: PARALLEL }, () => millis(() => ask(apiUrl, fresh(), force)));
    crowd.push(...(await Promise.all(all)));
  }
  const [s, p] = [median(single), percentile(crowd, 95)];
  console.log(
    `query: ${PARALLEL} cheap queries at once, ${how}, 5 times (${load()})\n  single p50 ${s.toFixed(1)} ms, at once p50 ${median(crowd).toFixed(1)} ms, p95 ${p.toFixed(1)} ms\n  ratio (p95 ÷ single): ${(p / s).toFixed(1)} (target ≤ 10)`,
  );
}
