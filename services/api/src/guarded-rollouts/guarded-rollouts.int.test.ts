import { randomUUID } from 'node:crypto';
import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase } from '@tidemark/postgres';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import { createPayloadSecrets } from '../feature-flags/payload-secrets';
import { createRepositories } from '../repositories';
import type { TestApi, WireBody } from '../test-support/api';
import { startTestApi } from '../test-support/api';
import type { CarryOnDeps } from './carry-on';
import { carryOnDue } from './carry-on';

/** Shorter than the product's five seconds: each step of a test waits for a sweep. */
const SWEEP_MS = 500;

/** Two apis on the same stores: each can make a check. */
let apis: readonly TestApi[];
let api: TestApi;
let databases: readonly Database[];
let clickhouse: ReturnType<typeof createClickHouse>;
let project: number;
let flags: string;
let rollouts: string;
beforeAll(async () => {
  const stores = await createIsolatedStores();
  const logger = createLogger('test', 'silent');
  clickhouse = createClickHouse({ url: stores.clickhouse, logger });
  const given = { rolloutSweepMs: SWEEP_MS };
  apis = [await startTestApi(stores, {}, given), await startTestApi(stores, {}, given)];
  api = apis[0] as TestApi;
  databases = [1, 2].map(() => createDatabase(stores.postgres, { poolSize: 3, logger }));
});
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()));
  await Promise.all([...apis.map((one) => one.stop()), clickhouse.close()]);
});
beforeEach(async () => {
  project = await api.newProject();
  flags = `/api/projects/${project}/feature_flags/`;
  rollouts = `/api/projects/${project}/guarded_rollouts/`;
});

const STEPS = [
  { percentage: 10, minutes: 60 },
  { percentage: 50, minutes: 60 },
  { percentage: 100, minutes: 1 },
];
const CONVERSION = {
  kind: 'ExperimentMetric',
  metric_type: 'funnel',
  series: [{ kind: 'EventsNode', event: 'paid' }],
};
const ERRORS = {
  kind: 'ExperimentMetric',
  metric_type: 'mean',
  goal: 'decrease',
  source: { kind: 'EventsNode', event: '$exception', math: 'dau' },
};

async function newFlag(key: string, rollout = 0, more: object = {}): Promise<number> {
  const filters = { groups: [{ properties: [], rollout_percentage: rollout }], ...more };
  const made = await api.call('POST', flags, { json: { key, filters } });
  expect(made.status).toBe(201);
  return made.body.id;
}
const begin = (feature_flag_id: number, json: object = {}) =>
  api.call('POST', rollouts, {
    json: { feature_flag_id, steps: STEPS, metric: CONVERSION, ...json },
  });
async function begun(flag: number, json: object = {}): Promise<number> {
  const made = await begin(flag, json);
  expect({ status: made.status, text: made.text }).toMatchObject({ status: 201 });
  return made.body.id;
}
interface ReachedRollout extends WireBody {
  readonly checks: readonly object[];
}

const rolloutOf = async (id: number) => (await api.call('GET', `${rollouts}${id}/`)).body;
const flagOf = async (id: number) => (await api.call('GET', `${flags}${id}/`)).body;
const percentageOf = async (id: number) => (await flagOf(id))['rollout_percentage'];

function reached(id: number, expected: object): Promise<ReachedRollout> {
  return waitUntil(async () => {
    const rollout = await rolloutOf(id);
    expect(rollout).toMatchObject(expected);
    return rollout as ReachedRollout;
  }, 30_000);
}

/** Makes the next check due, as if the current step had begun the given number of minutes ago. */
async function checkNow(id: number, minutes: number): Promise<void> {
  await (databases[0] as Database).db
    .updateTable('guarded_rollouts')
    .set({
      next_check_at: new Date(),
      step_started_at: new Date(Date.now() - minutes * 60_000),
    })
    .where('id', '=', id)
    .execute();
}

/** People who ask for the flag 30 minutes ago; of each 100 so many do the event ten minutes later. */
async function people(key: string, value: boolean, count: number, event: string, of100: number) {
  const at = (minutes: number): string =>
    new Date(Date.now() - minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');
  const rows = Array.from({ length: count }, (_, index) => {
    const who = `${key} ${String(value)} ${index}`;
    const person_id = randomUUID();
    const row = (name: string, minutes: number, properties: object) => ({
      ...{ uuid: randomUUID(), team_id: project, event: name, distinct_id: who, person_id },
      ...{ properties_text: JSON.stringify(properties), timestamp: at(minutes) },
      ...{ created_at: at(minutes), person_created_at: at(minutes) },
    });
    const called = row('$feature_flag_called', 30, {
      $feature_flag: key,
      $feature_flag_response: value,
    });
    return index % 100 < of100 ? [called, row(event, 20, {})] : [called];
  });
  await clickhouse.insertJsonEachRow('events', rows.flat());
}

it('widens in steps while the metric holds, with all numbers in the history of the flag', async () => {
  const flag = await newFlag('wider');
  const id = await begun(flag, { subscribed_users: [1] });
  await reached(id, { status: 'running', current_step: 0, current_percentage: 10 });
  expect(await percentageOf(flag)).toBe(10);

  await people('wider', true, 200, 'paid', 20);
  await people('wider', false, 900, 'paid', 20);
  await checkNow(id, 45);
  const early = await reached(id, { checks: [{ action: 'wait' }, { action: 'widen' }] });
  expect(early.checks[0]).toMatchObject({
    ...{ reason: 'The time of the step is not over.', percentage: 10 },
    exposed: { units: 200, mean: 0.2 },
    control: { units: 900, mean: 0.2 },
    ...{ difference: 0, p_value: 1 },
  });
  await checkNow(id, 61);
  await reached(id, { current_step: 1, current_percentage: 50 });
  await checkNow(id, 61);
  const done = await reached(id, { status: 'completed', current_percentage: 100 });
  expect(done).toMatchObject({ reason: 'All steps are done.', next_check_at: null });
  expect(await percentageOf(flag)).toBe(100);

  const history = await api.call('GET', `${flags}${flag}/activity/`);
  expect(history.body.results.map((entry) => entry['activity'])).toEqual([
    ...['updated', 'updated', 'updated', 'created'],
  ]);
  const stored = await flagOf(flag);
  expect(stored).toMatchObject({
    version: 4,
    last_modified_by: { id: 1 },
    performed_rollback: false,
  });
  expect(stored['rollback_conditions']).toMatchObject([
    { guarded_rollout_id: id, action: 'widen', exposed: { units: 200 } },
  ]);
});

it.each([
  ['a conversion that falls', CONVERSION, 'paid', 30, 3],
  ['an error rate that rises from nothing', ERRORS, '$exception', 0, 20],
  ['an error for everybody with the flag and for nobody else', ERRORS, '$exception', 0, 100],
] as const)(
  'turns the flag back at the second check at the latest: %s',
  async (_, metric, event, usual, worse) => {
    const flag = await newFlag('broken', 1);
    const id = await begun(flag, { metric });
    await reached(id, { current_step: 0 });
    await people('broken', false, 600, event, usual);
    await people('broken', true, 200, event, worse);
    // This is long before the time of the step ends.
    await checkNow(id, 40);
    const back = await reached(id, { status: 'rolled_back' });
    expect(back.checks.length).toBeLessThanOrEqual(3);
    expect(back.checks[0]).toMatchObject({ action: 'turn_back', exposed: { units: 200 } });
    expect(back['reason']).toContain('The metric got worse: with the flag');
    const stored = await flagOf(flag);
    expect(stored).toMatchObject({ rollout_percentage: 1, performed_rollback: true });
    const history = await api.call('GET', `${flags}${flag}/activity/`);
    const [latest] = history.body.results as unknown as readonly {
      detail: { changes: { field: string }[] };
    }[];
    expect(latest?.detail.changes.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['filters', 'performed_rollback', 'rollback_conditions']),
    );
  },
);

it('waits while too few people ask for the flag', async () => {
  const id = await begun(await newFlag('quiet'));
  await reached(id, { current_step: 0 });
  await checkNow(id, 600);
  const waiting = await reached(id, { checks: [{ action: 'wait' }, {}] });
  expect(waiting.checks[0]).toMatchObject({
    ...{ reason: 'Too few people asked for the flag.', exposed: null, p_value: null },
  });
});

it('makes each step once, however many workers try', async () => {
  const deps = databases.map((database): CarryOnDeps => ({
    ...createRepositories(database),
    secrets: createPayloadSecrets(null),
    announceChange: () => Promise.resolve(),
    engine: { ask: () => Promise.reject(new Error('The first step needs no metric.')) },
    now: () => new Date(),
    logger: createLogger('test', 'silent'),
  }));
  const ids = await Promise.all(Array.from({ length: 10 }, async (_, at) => newFlag(`flag-${at}`)));
  const made = await Promise.all(ids.map((flag) => begun(flag)));
  await Promise.all(deps.map((one) => carryOnDue(one)));
  for (const [at, id] of made.entries()) {
    const rollout = await reached(id, { current_step: 0 });
    expect(rollout.checks).toHaveLength(1);
    expect(await flagOf(ids[at] ?? 0)).toMatchObject({ version: 2, rollout_percentage: 10 });
  }
});

it('does not change a flag that a user changed, or whose rollout was stopped', async () => {
  const flag = await newFlag('changed');
  const id = await begun(flag);
  await reached(id, { current_step: 0 });
  await api.call('PATCH', `${flags}${flag}/`, {
    json: { filters: { groups: [{ properties: [], rollout_percentage: 30 }] } },
  });
  await checkNow(id, 61);
  await reached(id, { status: 'failed' });
  expect(await percentageOf(flag)).toBe(30);

  const again = await begun(flag, { steps: [{ percentage: 60, minutes: 5 }] });
  await reached(again, { current_step: 0 });
  const stopped = await api.call('POST', `${rollouts}${again}/stop/`, { json: {} });
  expect(stopped.body).toMatchObject({ status: 'stopped', current_percentage: 60 });
  expect((await api.call('POST', `${rollouts}${again}/stop/`, { json: {} })).status).toBe(400);
  expect(await percentageOf(flag)).toBe(60);
  const list = await api.call('GET', `${rollouts}?feature_flag_id=${flag}`);
  expect(list.body.results.map(({ id: listed }) => listed)).toEqual([again, id]);
});

it('ends at a step that needs an approval, and rolls back without one', async () => {
  const policy = async (): Promise<void> => {
    const json = { action_key: 'feature_flag.any', approver_config: { quorum: 1 } };
    const path = `/api/projects/${project}/approval_policies/`;
    expect((await api.call('POST', path, { json })).status).toBe(201);
  };
  const broken = await newFlag('guarded-and-broken', 1);
  const turnedBack = await begun(broken);
  await reached(turnedBack, { current_step: 0 });
  const waiting = await newFlag('guarded-and-waiting');
  await policy();
  const ended = await reached(await begun(waiting), { status: 'failed' });
  expect(ended['reason']).toBe(
    'The flag could not be changed: The project asks for an approval of this step, and a guarded rollout cannot wait for one.',
  );
  expect(await percentageOf(waiting)).toBe(0);

  await people('guarded-and-broken', false, 600, 'paid', 30);
  await people('guarded-and-broken', true, 200, 'paid', 3);
  await checkNow(turnedBack, 40);
  await reached(turnedBack, { status: 'rolled_back' });
  expect(await percentageOf(broken)).toBe(1);
});

it('rejects flags whose rollout cannot be raised', async () => {
  const flag = await newFlag('narrow', 20);
  const failure = async (json: object) => {
    const { status, body } = await begin(flag, json);
    return [status, body['attr'], body['detail']];
  };
  expect(await failure({})).toEqual([
    ...[400, 'steps', 'The first step must be wider than the condition is now: 20 %.'],
  ]);
  expect(await failure({ steps: [STEPS[1], STEPS[0]] })).toEqual([
    ...[400, 'steps', 'The percentages of the steps must grow.'],
  ]);
  expect((await failure({ condition_index: 3, steps: [STEPS[1]] })).slice(0, 2)).toEqual([
    ...[400, 'condition_index'],
  ]);
  expect((await failure({ feature_flag_id: 999_999 })).slice(0, 2)).toEqual([
    ...[400, 'feature_flag_id'],
  ]);
  expect((await failure({ metric: { kind: 'ExperimentMetric' }, steps: [STEPS[1]] }))[0]).toBe(400);
  const percentile = { kind: 'EventsNode', event: 'paid', math: 'p90', math_property: 'amount' };
  const uncounted = { metric: { ...ERRORS, source: percentile }, steps: [STEPS[1]] };
  expect(await failure(uncounted)).toEqual([
    ...[400, 'metric', expect.stringMatching(/^The metric cannot be computed: /)],
  ]);
  const variants = { multivariate: { variants: [{ key: 'a', rollout_percentage: 100 }] } };
  const many = await newFlag('many', 0, variants);
  expect((await begin(many)).body).toMatchObject({ attr: 'feature_flag_id' });
  await begun(flag, { steps: [STEPS[1]] });
  expect((await begin(flag, { steps: [STEPS[2]] })).status).toBe(400);
});
