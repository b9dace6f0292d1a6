import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase } from '@tidemark/postgres';
import { waitUntil } from '@tidemark/testing';
import type { RunWorld } from './world';
import { startRunWorld } from './world';

/** The apis that change flags are killed repeatedly. Each change must be made once, in the order of their times. */
let world: RunWorld;
let database: Database;
const WAIT_MS = 120_000;
const KILLS = 4;

beforeAll(async () => {
  world = await startRunWorld();
  const logger = createLogger('test', 'silent');
  database = createDatabase(world.postgresUrl, { poolSize: 1, logger });
});
afterAll(async () => {
  await database.close();
  await world.stop();
});

type Body = Readonly<Record<string, unknown>> & { readonly id: number };
async function call<T = Body>(method: string, path: string, json?: object): Promise<T> {
  const response = await fetch(`${world.base}/api/projects/1/${path}`, {
    method,
    headers: { authorization: `Bearer ${world.key}`, 'content-type': 'application/json' },
    ...(json && { body: JSON.stringify(json) }),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as T;
}
interface Flag {
  readonly filters: { readonly groups: readonly { readonly rollout_percentage: number }[] };
}
const percentagesOf = async (flag: number): Promise<number[]> =>
  (await call<Flag>('GET', `feature_flags/${flag}/`)).filters.groups.map(
    (group) => group.rollout_percentage,
  );
/** The activities in the flag's history, newest first. */
async function historyOf(flag: number): Promise<string[]> {
  const { results } = await call<{ results: { activity: string }[] }>(
    'GET',
    `feature_flags/${flag}/activity/?limit=100`,
  );
  return results.map((entry) => entry.activity);
}
const newFlag = (key: string, percentage: number): Promise<Body> =>
  call('POST', 'feature_flags/', {
    key,
    filters: { groups: [{ properties: [], rollout_percentage: percentage }] },
  });

/** Runs two additional apis and kills the older one several times; each time, another one starts. */
async function killApis(pauseMs: number): Promise<void> {
  let running = [await world.startReplica(), await world.startReplica()];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const [oldest, ...others] = running;
    await sleep(pauseMs);
    oldest?.process.kill('SIGKILL');
    running = [...others, await world.startReplica()];
  }
}

it('makes each scheduled change once, in the order of their times', async () => {
  const flags = await Promise.all([1, 2, 3, 4, 5].map((at) => newFlag(`scheduled-${at}`, 0)));
  const percentages = Array.from({ length: 12 }, (_, at) => at + 1);
  const startMs = Date.now() + 2_000;
  const changes = await Promise.all(
    flags.flatMap((flag) =>
      percentages.map((percentage) =>
        call('POST', 'scheduled_changes/', {
          ...{ record_id: String(flag.id), model_name: 'FeatureFlag' },
          payload: {
            operation: 'add_release_condition',
            value: { groups: [{ properties: [], rollout_percentage: percentage }] },
          },
          scheduled_at: new Date(startMs + percentage * 1_800).toISOString(),
        }),
      ),
    ),
  );
  await killApis(1_500);
  await waitUntil(async () => {
    const made = await Promise.all(
      changes.map(({ id }) => call('GET', `scheduled_changes/${id}/`)),
    );
    expect(made.filter((change) => change['executed_at'] === null)).toEqual([]);
    expect(made.filter((change) => change['failure_reason'] !== null)).toEqual([]);
  }, WAIT_MS);
  for (const flag of flags) {
    expect(await percentagesOf(flag.id)).toEqual([0, ...percentages]);
    expect(await historyOf(flag.id)).toEqual([...percentages.map(() => 'updated'), 'created']);
  }
}, 240_000);

it('makes each check of a guarded rollout once', async () => {
  const flags = await Promise.all([1, 2, 3, 4, 5].map((at) => newFlag(`guarded-${at}`, 0)));
  const steps = [...Array(8).keys()].map((at) => ({ percentage: 10 * (at + 1), minutes: 1 }));
  const rollouts = await Promise.all(
    flags.map(({ id }) =>
      call('POST', 'guarded_rollouts/', {
        ...{ feature_flag_id: id, steps, minimum_units: 2, check_interval_minutes: 1 },
        metric: {
          ...{ kind: 'ExperimentMetric', metric_type: 'funnel' },
          series: [{ kind: 'EventsNode', event: 'paid' }],
        },
      }),
    ),
  );
  await Promise.all(flags.map((_, at) => exposePeople(`guarded-${at + 1}`)));
  const shown = () => Promise.all(rollouts.map(({ id }) => call('GET', `guarded_rollouts/${id}/`)));
  let ended = false;
  const killing = killApis(1_000).finally(() => (ended = true));
  let dueTimes = 0;
  while (!ended) {
    await makeDue();
    dueTimes += 1;
    await waitUntil(async () => {
      const waiting = await shown();
      for (const { status, next_check_at: at } of waiting) {
        expect(status !== 'running' || new Date(String(at)) > new Date()).toBe(true);
      }
    }, WAIT_MS);
  }
  await killing;
  expect(dueTimes).toBeGreaterThan(2);
  for (const [at, rollout] of (await shown()).entries()) {
    const checks = rollout['checks'] as readonly { action: string; percentage: number }[];
    const widened = checks.filter((check) => check.action === 'widen');
    const percentage = (await percentagesOf(flags[at]?.id ?? 0))[0] ?? 0;
    expect(checks.map((check) => check.action)).not.toContain('roll_back');
    expect(percentage).toBe(10 * widened.length);
    expect(widened.length).toBeGreaterThan(2);
    expect(new Set(widened.map((check) => check.percentage)).size).toBe(widened.length);
    expect(await historyOf(flags[at]?.id ?? 0)).toEqual([
      ...widened.map(() => 'updated'),
      'created',
    ]);
  }
}, 240_000);

/** Makes the next check of all rollouts due, as if the step had begun two minutes ago. */
async function makeDue(): Promise<void> {
  await database.db
    .updateTable('guarded_rollouts')
    .set({ next_check_at: new Date(), step_started_at: new Date(Date.now() - 120_000) })
    .where('status', '=', 'running')
    .execute();
}

/** Stores exposures of forty people on each side, half of whom pay. */
async function exposePeople(key: string): Promise<void> {
  const at = new Date(Date.now() - 60_000).toISOString().slice(0, 19).replace('T', ' ');
  const rows = Array.from({ length: 80 }, (_, index) => {
    const row = (event: string, properties: object) => ({
      ...{ uuid: randomUUID(), team_id: 1, event, distinct_id: `${key}-${index}` },
      ...{ person_id: people[index], properties_text: JSON.stringify(properties), timestamp: at },
      ...{ created_at: at, person_created_at: at },
    });
    const called = row('$feature_flag_called', {
      ...{ $feature_flag: key, $feature_flag_response: index % 2 === 0 },
    });
    return index % 4 < 2 ? [called, row('paid', {})] : [called];
  });
  await world.clickhouse.insertJsonEachRow('events', rows.flat());
}
const people = Array.from({ length: 80 }, () => randomUUID());
