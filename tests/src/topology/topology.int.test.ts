import { waitUntil } from '@tidemark/testing';
import { KEYS, startTopology } from './start-topology';
import type { Topology } from './start-topology';
import { capture, countEvents, personalHeaders, query } from './clients';
import { metricsIn, readAlertRules } from './alert-rules';
import { expressionsOf, readDashboards } from './dashboards';
import { poison, tryAll, untilFiring, untilQuiet, watchTopology } from './live-alerts';
import { seeStatus } from './instance-status';
import { documentedMetrics, metricNames, metricsTable } from './metrics-table';
import { startLoad } from './steady-load';
import { pathTo, tracedId, traceparent } from './traces';

const MINUTE = 60_000;
/** In the order of an update: workers first, because they must be able to read what newer edges write. */
const SCALED = ['ingest-worker', 'edge', 'api', 'query-worker', 'delivery', 'mcp'] as const;

describe('docker-compose.yml as plain processes: two of each service behind the gateway', () => {
  let topology: Topology;

  beforeAll(async () => {
    topology = await startTopology();
  }, 3 * MINUTE);
  afterAll(() => topology.stop(), MINUTE);

  it('accepts events, evaluates flags and runs queries at one address', async () => {
    const created = await fetch(`${topology.url}/api/projects/1/feature_flags/`, {
      method: 'POST',
      headers: personalHeaders,
      body: JSON.stringify({ key: 'all', filters: { groups: [{ rollout_percentage: 100 }] } }),
    });
    expect(created.status).toBe(201);
    await capture(topology.url, 'walk', 40);
    await waitUntil(async () => {
      expect(await countEvents(topology.url, 'walk')).toEqual([40, 40]);
    });
    await waitUntil(async () => {
      const flags = await fetch(`${topology.url}/flags/?v=2`, {
        method: 'POST',
        body: JSON.stringify({ api_key: KEYS.project, distinct_id: 'a' }),
      });
      expect(await flags.json()).toMatchObject({ flags: { all: { enabled: true } } });
    });
    const run = await query(topology.url, 'select count() from events', { refresh: 'force_async' });
    const { id } = run['query_status'] as { id: string };
    await waitUntil(async () => {
      const status = await fetch(`${topology.url}/api/projects/1/query/${id}/`, {
        headers: personalHeaders,
      });
      expect(await status.json()).toMatchObject({ query_status: { complete: true, error: false } });
    });
  });

  it.each([
    ['/decide?v=3', 'edge'],
    ['/e/', 'edge'],
    ['/i/v0/e/', 'edge'],
    ['/batch/', 'edge'],
    ['/s/', 'edge'],
    ['/array/phc_topology/config', 'edge'],
    ['/static/array.js', 'edge'],
    ['/flags/definitions', 'edge'],
    ['/ofrep/v1/evaluate/flags', 'edge'],
    ['/api/surveys/?token=phc_topology', 'edge'],
    ['/api/early_access_features/?token=phc_topology', 'edge'],
    ['/api/feature_flag/local_evaluation', 'edge'],
    ['/api/projects/1/feature_flags/local_evaluation/', 'edge'],
    ['/api/projects/1/feature_flags/all/remote_config', 'edge'],
    ['/api/projects/1/feature_flags/', 'api'],
    ['/api/projects/1/surveys/', 'api'],
    ['/api/schema/', 'api'],
  ])('routes %s to the %s', async (path, owner) => {
    const [there] = topology.processes(owner as 'edge' | 'api');
    const [other] = topology.processes(owner === 'edge' ? 'api' : 'edge');
    const responses = await Promise.all(
      [topology.url, there?.url, other?.url].map(async (url) => {
        const response = await fetch(`${url ?? ''}${path}`, { headers: personalHeaders });
        return { status: response.status, type: response.headers.get('content-type') };
      }),
    );
    expect(responses[0]).toEqual(responses[1]);
    expect(responses[2]?.status).toBe(404);
  });

  it('does not expose the metrics of the processes', async () => {
    expect((await fetch(`${topology.url}/metrics`)).status).toBe(404);
  });

  it('splits the partitions evenly between the ingest-workers', async () => {
    await waitUntil(async () => {
      const owned = await Promise.all(
        topology.processes('ingest-worker').map(async ({ url }) => {
          const metrics = await (await fetch(`${url}/metrics`)).text();
          return Number(/^ingest_owned_partitions(?:\{[^}]*\})? (\d+)/m.exec(metrics)?.[1]);
        }),
      );
      expect(owned).toEqual([8, 8]);
    });
  });

  it('gives each ingest-worker its share of the events', async () => {
    const stored = (): Promise<number[]> =>
      Promise.all(
        topology.processes('ingest-worker').map(async ({ url }) => {
          const metrics = await (await fetch(`${url}/metrics`)).text();
          return Number(
            /^ingest_events_total\{[^}]*result="stored"[^}]*\} (\d+)/m.exec(metrics)?.[1] ?? 0,
          );
        }),
      );
    const before = await stored();
    await capture(topology.url, 'shared', 600, {}, 600);
    await waitUntil(async () => {
      const shares = (await stored()).map((count, index) => count - (before[index] ?? 0));
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(600);
      // About 300 events each; the exact number depends on the partitions that a worker has.
      for (const share of shares) expect(share).toBeGreaterThan(150);
    });
  });

  it('has every metric that an alert uses', async () => {
    const names = new Set(['up', ...metricNames((await metricsOfEach()).values())]);
    const rules = readAlertRules();
    expect(rules.length).toBeGreaterThan(12);
    for (const { alert, metrics } of rules) {
      expect({ alert, missing: metrics.filter((name) => !names.has(name)) }).toEqual({
        alert,
        missing: [],
      });
    }
  });

  it('has every metric that a panel of a dashboard uses', async () => {
    // These metrics come from Prometheus itself.
    const names = new Set(['up', 'ALERTS', ...metricNames((await metricsOfEach()).values())]);
    for (const dashboard of readDashboards()) {
      const missing = expressionsOf(dashboard)
        .flatMap(metricsIn)
        .filter((name) => !names.has(name));
      expect({ dashboard: dashboard.uid, missing }).toEqual({
        dashboard: dashboard.uid,
        missing: [],
      });
    }
  });

  it('has exactly the metrics that docs/operations.md lists', async () => {
    const shown = metricsTable(await metricsOfEach());
    expect(documentedMetrics()).toEqual(shown);
  });

  it('records an event from the SDK to its row in one trace', async () => {
    const traceId = tracedId();
    await capture(topology.url, 'followed', 1, { traceparent: traceparent(traceId) });
    const { collector } = topology;
    await waitUntil(() => {
      expect(pathTo(collector, traceId, 'ingest log append')).toEqual([
        'tidemark-edge POST /batch',
        'tidemark-edge ingest log append',
      ]);
      expect(pathTo(collector, traceId, 'clickhouse insert events')).toEqual([
        'tidemark-edge POST /batch',
        'tidemark-ingest-worker ingest range',
        'tidemark-ingest-worker ingest insert',
        'tidemark-ingest-worker clickhouse insert events',
      ]);
      expect(pathTo(collector, traceId, 'ingest identity')).toHaveLength(3);
    });
  });

  it('records a query from the API to the engine in one trace, also in the background', async () => {
    const { collector } = topology;
    const asked = { traceparent: traceparent(tracedId()) };
    const blocking = traceIdIn(asked);
    await query(topology.url, 'select count() from events', {}, asked);
    const later = { traceparent: traceparent(tracedId()) };
    const background = traceIdIn(later);
    const refresh = 'force_async';
    await query(topology.url, 'select count() + 1 from events', { refresh }, later);
    await waitUntil(() => {
      const engine = [
        ...['tidemark-api POST query_create', 'tidemark-api query engine'],
        'tidemark-api clickhouse hogql_query',
      ];
      expect(pathTo(collector, blocking, 'clickhouse hogql_query')).toEqual(engine);
      expect(pathTo(collector, blocking, 'query plan')).toHaveLength(2);
      expect(pathTo(collector, background, 'clickhouse hogql_query')).toEqual([
        'tidemark-api POST query_create',
        'tidemark-query-worker background query',
        'tidemark-query-worker query engine',
        'tidemark-query-worker clickhouse hogql_query',
      ]);
    });
  });

  it('records no more traces than its sampling share', () => {
    const chosen = topology.collector.spans.filter(({ traceId }) => {
      const half = traceId.length / 2;
      return traceId.slice(0, half) === traceId.slice(half);
    });
    expect(chosen.length).toBeGreaterThan(5);
    expect(topology.collector.spans.length).toBe(chosen.length);
  });

  it('uses one request id from the gateway to the log of the query-worker', async () => {
    const response = await fetch(`${topology.url}/api/projects/1/query/`, {
      method: 'POST',
      headers: personalHeaders,
      body: JSON.stringify({
        query: { kind: 'HogQLQuery', query: 'select count() + 2 from events' },
        refresh: 'force_async',
      }),
    });
    const requestId = response.headers.get('x-request-id') ?? '';
    // The request id is from the gateway, not from the api.
    expect(requestId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    await waitUntil(() => {
      const lines = topology.processes('query-worker').flatMap((one) => one.output().split('\n'));
      const ofRequest = lines.filter((line) => line.includes(requestId));
      expect(ofRequest.map((line) => (JSON.parse(line) as { msg: string }).msg)).toContain(
        'background query finished',
      );
    });
    const named = await fetch(`${topology.url}/api/projects/1/surveys/`, {
      headers: { ...personalHeaders, 'x-request-id': 'mine-1' },
    });
    expect(named.headers.get('x-request-id')).toBe('mine-1');
  });

  it(
    'restarts every process in turn under load without a failed request, lost event or duplicate',
    async () => {
      const load = startLoad(topology.url, 'rolling');
      for (const name of SCALED) {
        for (const one of topology.processes(name)) {
          expect(await topology.restart(one)).toEqual({ exitCode: 0 });
        }
      }
      const { sent, failures } = await load.stop();
      expect(failures).toEqual([]);
      expect(sent.events).toBeGreaterThan(100);
      expect(sent.flags).toBeGreaterThan(20);
      expect(sent.queries).toBeGreaterThan(5);
      await waitUntil(async () => {
        expect(await countEvents(topology.url, 'rolling')).toEqual([sent.events, sent.events]);
      });
    },
    10 * MINUTE,
  );

  it('reports hanging processes and unavailable stores', () => seeStatus(topology), 3 * MINUTE);

  it(
    'fires alerts for an unreadable record, and for engines and processes that are down',
    async () => {
      const { proxies } = topology;
      const prometheus = await watchTopology(topology);
      try {
        await untilQuiet(prometheus, ['NoIngestWorker', 'ProcessDown', 'DependencyDown']);
        await poison(topology.engines.redis);
        await untilFiring(prometheus, ['DeadLetters']);

        const engineDown = [
          ...['DependencyDown', 'EventsLate', 'IngestionStalled', 'IngestionRepeats'],
          ...['ApiFails', 'QueriesFail'],
        ];
        await proxies.clickhouse.cut();
        await untilFiring(prometheus, engineDown, () => tryAll(topology));
        const down = (await prometheus.firing()).get('DependencyDown') ?? [];
        expect(new Set(down.map(({ dependency }) => dependency))).toContain('clickhouse');
        await proxies.clickhouse.mend();
        await untilQuiet(prometheus, ['DependencyDown', 'EventsLate', 'IngestionStalled']);

        await proxies.redis.cut();
        await untilFiring(prometheus, ['CaptureFails'], () => tryAll(topology));
        await proxies.redis.mend();
        await untilQuiet(prometheus, ['DependencyDown']);

        await Promise.all(topology.processes('ingest-worker').map((one) => one.stop()));
        await untilFiring(prometheus, ['NoIngestWorker', 'ProcessDown']);
      } finally {
        await prometheus.stop();
      }
    },
    3 * MINUTE,
  );

  /** The metrics of one process of each service, as text. */
  async function metricsOfEach(): Promise<ReadonlyMap<string, string>> {
    const shown = new Map<string, string>();
    for (const service of SCALED) {
      const [one] = topology.processes(service);
      shown.set(service, await (await fetch(`${one?.url ?? ''}/metrics`)).text());
    }
    return shown;
  }
});

const traceIdIn = ({ traceparent: sent }: { readonly traceparent: string }): string =>
  sent.slice(3, 35);
