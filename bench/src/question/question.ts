import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import type { MeasuredServer } from '../child';
import { median } from '../median';
import { load, millis } from '../query/ask';
import { seedEvents } from '../seed/events';
import { startBenchStack } from '../stack';
import { printRoundTrips } from './round-trips';
import { send } from './send';

const ROUNDS = 5;
const REQUESTS = 40;
/** The number of requests before the measurement: code is several times slower until V8 has compiled it. */
const WARM_UP = 400;
const EVENTS = 100_000;

/** All limits are counted, as in the default configuration, but are too high to be reached. */
const COUNTED = {
  QUERY_RATE_LIMIT_PER_HOUR: '1000000000',
  QUERY_RATE_LIMIT_PER_MINUTE: '1000000000',
  QUERY_READ_BUDGET_BYTES_PER_HOUR: '1000000000000000',
};

const ONE = { query: { kind: 'HogQLQuery', query: 'select 1' } };
const FORCED = { ...ONE, refresh: 'force_blocking' };
const TREND = {
  query: {
    kind: 'TrendsQuery',
    series: [{ kind: 'EventsNode', event: '$pageview', math: 'total' }],
    dateRange: { date_from: '-30d' },
  },
  refresh: 'force_blocking',
};

let statements = 0;
const fresh = (): object => ({
  query: { kind: 'HogQLQuery', query: `select ${(statements += 1)} + 1` },
});

/**
 * Measures the overhead of a query over the statement in ClickHouse, for a computed `select 1`, a statement that is
 * different each time, a stored result and a trend. Their blocks alternate with the floor, `SELECT 1` sent directly to
 * ClickHouse.
 *
 * @param only runs the cases whose name contains this text; an empty one runs all
 */
export async function benchQuestion(only: string): Promise<void> {
  const stack = await startBenchStack();
  const clickhouse = createClickHouse({
    url: stack.urls.clickhouse,
    logger: createLogger('bench', 'warn'),
  });
  try {
    await seedEvents(clickhouse, EVENTS);
    const computed = (apiUrl: string): Promise<void> => send(apiUrl, FORCED, '"results":[[1]]');
    const cached = (apiUrl: string): Promise<void> => send(apiUrl, ONE, '"is_cached":true');
    const asked = (apiUrl: string): Promise<void> => send(apiUrl, fresh(), '"is_cached":false');
    const trend = (apiUrl: string): Promise<void> => send(apiUrl, TREND, '"results":[');
    const cases = [
      { name: 'select 1, computed', ask: computed },
      { name: 'a statement that was not asked before', ask: asked },
      { name: 'select 1, stored', ask: cached },
      { name: 'a trend by day, computed', ask: trend },
    ].filter(({ name }) => name.includes(only));
    await printRoundTrips(stack, COUNTED, cases);
    const floor = { name: 'floor: SELECT 1 to the engine', ask: () => engineOnly(clickhouse) };
    await measure(await stack.startService('api', COUNTED), [floor, ...cases]);
  } finally {
    await clickhouse.close();
    await stack.stop();
  }
}

async function engineOnly(clickhouse: ReturnType<typeof createClickHouse>): Promise<void> {
  const { rows } = await clickhouse.query({ name: 'floor', sql: 'SELECT 1' });
  if (rows.length !== 1) throw new Error('no row');
}

interface Case {
  readonly name: string;
  readonly ask: (apiUrl: string) => Promise<void>;
}

/** Measures blocks of consecutive requests; each round runs one block of every case. */
async function measure(api: MeasuredServer, cases: readonly Case[]): Promise<void> {
  const found = cases.map(() => ({ times: [] as number[], cpu: [] as number[] }));
  const block = async ({ ask }: Case, times: number[], requests = REQUESTS): Promise<number> => {
    const before = api.cpuSeconds();
    for (let at = 0; at < requests; at += 1) times.push(await millis(() => ask(api.url)));
    return ((api.cpuSeconds() - before) * 1_000) / requests;
  };
  for (const one of cases) await block(one, [], WARM_UP);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, one] of cases.entries()) {
      const { times, cpu } = found[at] ?? { times: [], cpu: [] };
      cpu.push(await block(one, times));
    }
  }
  const floor = median(found[0]?.times ?? []);
  console.log(`question: medians of ${ROUNDS} × ${REQUESTS} in turn (${load()})`);
  for (const [at, { name }] of cases.entries()) {
    const { times = [], cpu = [] } = found[at] ?? {};
    const p50 = median(times);
    console.log(
      `  ${name.padEnd(40)} p50 ${p50.toFixed(2)} ms, least ${Math.min(...times).toFixed(2)}, ÷ floor ${(p50 / floor).toFixed(2)}, − floor ${(p50 - floor).toFixed(2)} ms; CPU of the api ${median(cpu).toFixed(2)} ms`,
    );
  }
}
