import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase } from '@tidemark/postgres';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;
let database: Database;
let base: string;
beforeAll(async () => {
  const stores = await createIsolatedStores();
  const logger = createLogger('test', 'silent');
  api = await startTestApi(stores, {}, { rolloutSweepMs: 500 });
  database = createDatabase(stores.postgres, { poolSize: 1, logger });
});
afterAll(async () => {
  await database.close();
  await api.stop();
});
beforeEach(async () => {
  base = `/api/projects/${await api.newProject()}/`;
});

async function newFlag(key: string): Promise<number> {
  const json = { key, filters: { groups: [{ properties: [], rollout_percentage: 0 }] } };
  const made = await api.call('POST', `${base}feature_flags/`, { json });
  expect(made.status).toBe(201);
  return made.body.id;
}
const begin = (feature_flag_id: number, source: object, more: object = {}) =>
  api.call('POST', `${base}guarded_rollouts/`, {
    json: {
      feature_flag_id,
      steps: [{ percentage: 10, minutes: 60 }],
      metric: { kind: 'ExperimentMetric', metric_type: 'mean', goal: 'decrease', source },
      ...more,
    },
  });

it('rejects actions and users that do not exist', async () => {
  const flag = await newFlag('lost');
  expect(await begin(flag, { kind: 'ActionsNode', id: 999_999 })).toMatchObject({
    status: 400,
    body: {
      attr: 'metric',
      detail: 'The metric cannot be computed: Action with ID 999999 does not exist',
    },
  });
  const source = { kind: 'EventsNode', event: '$exception' };
  expect(await begin(flag, source, { subscribed_users: [1, 999_999] })).toMatchObject({
    status: 400,
    body: {
      attr: 'subscribed_users',
      detail: 'User 999999 does not belong to the organization.',
    },
  });
  expect((await begin(flag, source, { subscribed_users: [1] })).status).toBe(201);
});

interface Begun {
  readonly reached: (expected: object) => Promise<void>;
  /** Makes the next check due. */
  readonly checkNow: () => Promise<void>;
}

async function begun(flag: number, source: object): Promise<Begun> {
  const made = await begin(flag, source);
  expect({ status: made.status, text: made.text }).toMatchObject({ status: 201 });
  const { id } = made.body;
  const reached = (expected: object) =>
    waitUntil(async () => {
      const { body } = await api.call('GET', `${base}guarded_rollouts/${id}/`);
      expect(body).toMatchObject(expected);
    }, 30_000);
  await reached({ current_step: 0 });
  const checkNow = async (): Promise<void> => {
    await database.db
      .updateTable('guarded_rollouts')
      .set({ next_check_at: new Date() })
      .where('id', '=', id)
      .execute();
  };
  return { reached, checkNow };
}

const EVERYBODY = (rollout_percentage: number) => ({ properties: [], rollout_percentage });
const VIPS = (rollout_percentage: number) => ({
  properties: [{ key: 'plan', type: 'person', operator: 'exact', value: ['vip'] }],
  rollout_percentage,
});

it('counts a check as failed whose action was deleted', async () => {
  const json = { name: 'Broken page', steps: [{ event: '$exception' }] };
  const { body: action } = await api.call('POST', `${base}actions/`, { json });
  const source = { kind: 'ActionsNode', id: action.id };
  const { reached, checkNow } = await begun(await newFlag('acted'), source);
  await api.call('PATCH', `${base}actions/${action.id}/`, { json: { deleted: true } });
  await checkNow();
  const reason = `The metric could not be computed: Action with ID ${action.id} does not exist`;
  await reached({ status: 'running', checks: [{ action: 'failed', reason }, { action: 'widen' }] });
});

it('ends when the flag gets variants, because exposures are no longer counted', async () => {
  const flag = await newFlag('varied');
  const { reached, checkNow } = await begun(flag, { kind: 'EventsNode', event: '$exception' });
  const groups = [{ properties: [], rollout_percentage: 10 }];
  const multivariate = { variants: [{ key: 'a', rollout_percentage: 100 }] };
  const json = { filters: { groups, multivariate } };
  expect((await api.call('PATCH', `${base}feature_flags/${flag}/`, { json })).status).toBe(200);
  await checkNow();
  const reason = 'Somebody changed the flag: the rollout leaves it as it is.';
  await reached({ status: 'failed', reason });
});

it.each([
  ['another condition takes the place of its own', [VIPS(10), EVERYBODY(10)]],
  ['the filters of its condition change', [{ ...EVERYBODY(10), properties: VIPS(10).properties }]],
])('ends when %s', async (_, groups) => {
  const flag = await newFlag('moved');
  const { reached, checkNow } = await begun(flag, { kind: 'EventsNode', event: '$exception' });
  // A description changes nothing.
  const named = [{ ...EVERYBODY(10), description: 'The guarded one' }, VIPS(10)];
  const path = `${base}feature_flags/${flag}/`;
  expect(await api.call('PATCH', path, { json: { filters: { groups: named } } })).toMatchObject({
    status: 200,
  });
  await checkNow();
  await reached({ status: 'running', checks: [{ action: 'wait' }, { action: 'widen' }] });
  await api.call('PATCH', path, { json: { filters: { groups } } });
  await checkNow();
  await reached({
    ...{ status: 'failed', reason: 'Somebody changed the flag: the rollout leaves it as it is.' },
  });
});
