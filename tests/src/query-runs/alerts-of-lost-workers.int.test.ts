import { waitUntil } from '@tidemark/testing';
import type { RunWorld } from './world';
import { slow, sql, startRunWorld, until } from './world';

/** If a worker is killed during a check, another worker must report the incident, exactly once. */
let world: RunWorld;
const TIMEOUT_MS = 150_000;

interface Shown {
  readonly id: string;
  readonly state: string;
  readonly checks_total: number;
  readonly notifications: readonly { readonly incident: number; readonly change: string }[];
}

beforeAll(async () => {
  world = await startRunWorld();
});
afterAll(() => world.stop());

async function call(method: string, path: string, json?: object): Promise<unknown> {
  const response = await fetch(`${world.base}/api/projects/1/${path}`, {
    method,
    headers: { authorization: `Bearer ${world.key}`, 'content-type': 'application/json' },
    ...(json && { body: JSON.stringify(json) }),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

it('is checked by another worker, which begins the incident only once', async () => {
  const insight = (await call('POST', 'insights/', { query: slow('alert') })) as { id: number };
  const { id } = (await call('POST', 'alerts/', {
    insight: insight.id,
    subscribed_users: [1],
    calculation_interval: 'hourly',
    threshold: { configuration: { type: 'absolute', bounds: { lower: 10 } } },
  })) as Shown;
  const shown = async () => (await call('GET', `alerts/${id}/`)) as Shown;
  const first = world.startWorker({ ALERT_SWEEP_SECONDS: '1' });
  await until(
    () => world.statementsInEngine(),
    (count) => count === 1,
  );
  first.kill('SIGKILL');
  expect(await shown()).toMatchObject({ state: 'Not firing', checks_total: 0, notifications: [] });
  await call('PATCH', `insights/${insight.id}/`, { query: sql('select 3') });
  world.startWorker({ ALERT_SWEEP_SECONDS: '1' });
  world.startWorker({ ALERT_SWEEP_SECONDS: '1' });
  await waitUntil(async () => expect((await shown()).state).toBe('Firing'), TIMEOUT_MS);
  expect(await shown()).toMatchObject({
    checks_total: 1,
    notifications: [{ incident: 1, change: 'begun' }],
  });
}, 200_000);
