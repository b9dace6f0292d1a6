import { eventually } from '@tidemark/testing';
import { KEYS, startTopology } from './start-topology';
import type { Topology } from './start-topology';
import { capture, countEvents, personalHeaders, query } from './clients';
import { readAlertRules } from './alert-rules';
import { startLoad } from './steady-load';

const MINUTE = 60_000;
/** In the order of an update: workers read what newer edges write. */
const SCALED = ['ingest-worker', 'edge', 'api', 'query-worker'] as const;

describe('docker-compose.yml as plain processes: two of each service behind the gateway', () => {
  let topology: Topology;

  beforeAll(async () => {
    topology = await startTopology();
  }, 3 * MINUTE);
  afterAll(() => topology.stop(), MINUTE);

  it('takes events, evaluates flags and answers queries at one address', async () => {
    const created = await fetch(`${topology.url}/api/projects/1/feature_flags/`, {
      method: 'POST',
      headers: personalHeaders,
      body: JSON.stringify({ key: 'all', filters: { groups: [{ rollout_percentage: 100 }] } }),
    });
    expect(created.status).toBe(201);
    await capture(topology.url, 'walk', 40);
    await eventually(async () => {
      expect(await countEvents(topology.url, 'walk')).toEqual([40, 40]);
    }, 20_000);
    await eventually(async () => {
      const flags = await fetch(`${topology.url}/flags/?v=2`, {
        method: 'POST',
        body: JSON.stringify({ api_key: KEYS.project, distinct_id: 'a' }),
      });
      expect(await flags.json()).toMatchObject({ flags: { all: { enabled: true } } });
    }, 5_000);
    const run = await query(topology.url, 'select count() from events', { refresh: 'force_async' });
    const { id } = run['query_status'] as { id: string };
    await eventually(async () => {
      const status = await fetch(`${topology.url}/api/projects/1/query/${id}/`, {
        headers: personalHeaders,
      });
      expect(await status.json()).toMatchObject({ query_status: { complete: true, error: false } });
    }, 20_000);
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
  ])('sends %s to the %s', async (path, owner) => {
    const [there] = topology.processes(owner as 'edge' | 'api');
    const [other] = topology.processes(owner === 'edge' ? 'api' : 'edge');
    const answers = await Promise.all(
      [topology.url, there?.url, other?.url].map(async (url) => {
        const answer = await fetch(`${url ?? ''}${path}`, { headers: personalHeaders });
        return { status: answer.status, type: answer.headers.get('content-type') };
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[2]?.status).toBe(404);
  });

  it('shows nobody the metrics of the processes behind', async () => {
    expect((await fetch(`${topology.url}/metrics`)).status).toBe(404);
  });

  it('splits the partitions evenly between the ingest-workers', async () => {
    await eventually(async () => {
      const owned = await Promise.all(
        topology.processes('ingest-worker').map(async ({ url }) => {
          const metrics = await (await fetch(`${url}/metrics`)).text();
          return Number(/^ingest_owned_partitions(?:\{[^}]*\})? (\d+)/m.exec(metrics)?.[1]);
        }),
      );
      expect(owned).toEqual([8, 8]);
    }, 20_000);
  });

  it('has every metric that an alert names', async () => {
    const names = new Set<string>(['up']);
    for (const service of SCALED) {
      for (const { url } of topology.processes(service)) {
        const text = await (await fetch(`${url}/metrics`)).text();
        for (const [, name] of text.matchAll(/^# TYPE (\w+)/gm)) names.add(name ?? '');
      }
    }
    const rules = readAlertRules();
    expect(rules.length).toBeGreaterThan(12);
    for (const { alert, metrics } of rules) {
      expect({ alert, missing: metrics.filter((name) => !names.has(name)) }).toEqual({
        alert,
        missing: [],
      });
    }
  });

  it(
    'restarts every process in turn under load: no failed request, nothing lost or doubled',
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
      await eventually(async () => {
        expect(await countEvents(topology.url, 'rolling')).toEqual([sent.events, sent.events]);
      }, 30_000);
    },
    4 * MINUTE,
  );
});
