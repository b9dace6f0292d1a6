import type { InstanceProcess, InstanceStore } from '@tidemark/contracts';
import type { Measured } from './judge';
import { judge } from './judge';
import { processesOf } from './measure';

const running = (service: string, given: Partial<InstanceProcess> = {}): InstanceProcess => ({
  id: service,
  service,
  host: 'a',
  pid: 7,
  version: '1.0.0',
  started_at: '2026-11-23T00:00:00Z',
  seen_seconds_ago: 1,
  state: 'ready',
  checks: { postgres: 'ok' },
  ...given,
});
const store = (name: InstanceStore['name'], given: Partial<InstanceStore> = {}): InstanceStore => ({
  name,
  is_available: true,
  error: null,
  version: '1',
  stored_bytes: 1,
  free_bytes: null,
  total_bytes: null,
  ...given,
});
const NO_LAG = {
  waiting_events: 0,
  oldest_event_age_seconds: 0,
  partitions: 4,
  deepest_partition_events: 0,
  dead_letters: 0,
};
const WELL: Measured = {
  processes: ['edge', 'api', 'ingest-worker', 'query-worker', 'delivery'].map((service) =>
    running(service),
  ),
  stores: [store('postgres'), store('redis'), store('clickhouse')],
  ingestion: NO_LAG,
  queues: [],
};
const without = (service: string): readonly InstanceProcess[] =>
  WELL.processes.filter((process) => process.service !== service);
const said = (changes: Partial<Measured>) => {
  const { status, summary } = judge({ ...WELL, ...changes });
  return [status, summary];
};

it('reports a healthy state, and pending work', () => {
  expect(said({})).toEqual(['healthy', 'Ingestion is healthy. No event waits.']);
  const ingestion = { ...NO_LAG, waiting_events: 1_200, oldest_event_age_seconds: 3.4 };
  expect(said({ ingestion })).toEqual([
    'healthy',
    'Ingestion is healthy. 1,200 events wait, the oldest for 3 seconds.',
  ]);
});

it('names the missing service and what waits for it', () => {
  const ingestion = { ...NO_LAG, waiting_events: 1, oldest_event_age_seconds: 300 };
  expect(said({ processes: without('ingest-worker'), ingestion })).toEqual([
    'unhealthy',
    'Ingestion is not healthy: no ingest-worker runs: accepted events wait in the log. 1 event waits for 5 minutes.',
  ]);
  const killed = [...without('ingest-worker'), running('ingest-worker', { state: 'missing' })];
  expect(said({ processes: killed })[1]).toContain('no ingest-worker runs');
  expect(said({ processes: without('query-worker') })).toEqual([
    'unhealthy',
    'Ingestion is healthy. No event waits. But no query-worker runs: background queries, exports, cohorts and loads wait.',
  ]);
});

it('names the store that cannot be reached before what follows from it', () => {
  const stores = [
    store('postgres'),
    store('redis'),
    store('clickhouse', { is_available: false, error: 'no response' }),
  ];
  const unready = running('ingest-worker', {
    state: 'unready',
    checks: { clickhouse: 'no response' },
  });
  const { summary, problems } = judge({
    ...WELL,
    stores,
    processes: [...without('ingest-worker'), unready],
  });
  expect(summary).toBe(
    'Ingestion is not healthy: ClickHouse cannot be reached (no response): accepted events wait in the log, and queries fail.',
  );
  expect(problems.map(({ message }) => message)[1]).toBe(
    'No ingest-worker is ready (clickhouse: no response): it may not process accepted events.',
  );
  // Without Redis the state of processes is unknown, so they are not reported as missing.
  const unavailable = store('redis', { is_available: false, error: 'refused' });
  const blind = judge({
    ...WELL,
    stores: [unavailable],
    processes: [],
    ingestion: null,
    queues: null,
  });
  expect(blind.problems).toHaveLength(1);
});

it('calls a store slow, not unavailable, while other processes reach it', () => {
  const late = store('clickhouse', { is_available: false, error: 'no response within 2000 ms' });
  const stores = [store('postgres'), store('redis'), late];
  const ingestion = { ...NO_LAG, waiting_events: 3, oldest_event_age_seconds: 22 };
  const reached = running('ingest-worker', { checks: { clickhouse: 'ok' } });
  const busy = { stores, ingestion, processes: [...without('ingest-worker'), reached] };
  expect(said(busy)).toEqual([
    'degraded',
    'Ingestion is healthy. 3 events wait, the oldest for 22 seconds. But ClickHouse responds slowly (no response within 2000 ms); other processes reach it, so events and queries only take longer.',
  ]);
  const failed = running('ingest-worker', { checks: { clickhouse: 'no response' } });
  const unavailable = { ...busy, processes: [...without('ingest-worker'), failed] };
  expect(said(unavailable)[1]).toMatch(/^Ingestion is not healthy: ClickHouse cannot be reached/);
  const dead = running('ingest-worker', { state: 'missing', checks: { clickhouse: 'ok' } });
  expect(said({ stores, processes: [...without('ingest-worker'), dead] })[0]).toBe('unhealthy');
});

it('warns of dead letters, of full disks, of lost processes and of mixed versions', () => {
  const warnings = (changes: Partial<Measured>) =>
    judge({ ...WELL, ...changes }).problems.map(({ severity, message }) => [severity, message]);
  expect(warnings({ ingestion: { ...NO_LAG, dead_letters: 2 } })).toEqual([
    ['warning', '2 dead letters: records that ingestion could not process are kept.'],
  ]);
  const disk = (free: number) => [store('clickhouse', { free_bytes: free, total_bytes: 100 })];
  expect(warnings({ stores: disk(11) })).toEqual([]);
  expect(warnings({ stores: disk(9) })).toEqual([
    ['warning', 'The disk of ClickHouse is nearly full: 9 % is free.'],
  ]);
  expect(warnings({ stores: disk(2) })[0]?.[0]).toBe('critical');
  const second = running('edge', { id: '2', state: 'missing' });
  expect(warnings({ processes: [...WELL.processes, second] })).toEqual([
    ['warning', '1 of 2 processes of the edge stopped reporting; the others do its work.'],
  ]);
  const updated = running('edge', { id: '3', version: '1.1.0' });
  expect(warnings({ processes: [...WELL.processes, updated] })).toEqual([
    ['warning', 'Processes of different versions run: 1.0.0, 1.1.0.'],
  ]);
  const late = { ...NO_LAG, waiting_events: 5, oldest_event_age_seconds: 61 };
  expect(warnings({ ingestion: late })).toEqual([
    ['critical', 'Events are late. 5 events wait, the oldest for 61 seconds.'],
  ]);
});

it('does not show a process that another one on its host has replaced', () => {
  const now = new Date('2026-11-23T01:00:00Z');
  const known = (id: string, host: string, startedAt: string, ageMs: number) => ({
    ...{
      id,
      service: 'edge',
      version: '1',
      host,
      pid: 1,
      startedAt,
      ready: true,
      checks: {},
      ageMs,
    },
  });
  const killed = known('1', 'a', '2026-11-23T00:00:00Z', 60_000);
  const states = (...others: readonly (typeof killed)[]) =>
    processesOf([killed, ...others], now).map(({ id, state }) => [id, state]);
  expect(states(known('2', 'a', '2026-11-23T00:59:01Z', 1_000))).toEqual([['2', 'ready']]);
  expect(states(known('2', 'b', '2026-11-23T00:59:01Z', 1_000))).toEqual([
    ['1', 'missing'],
    ['2', 'ready'],
  ]);
  expect(states(known('2', 'a', '2026-11-23T00:30:00Z', 1_000))[0]).toEqual(['1', 'missing']);
});
