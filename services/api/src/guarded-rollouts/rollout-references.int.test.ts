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

it('counts a check as failed whose action was deleted', async () => {
  const json = { name: 'Broken page', steps: [{ event: '$exception' }] };
  const { body: action } = await api.call('POST', `${base}actions/`, { json });
  const begun = await begin(await newFlag('acted'), { kind: 'ActionsNode', id: action.id });
  expect({ status: begun.status, text: begun.text }).toMatchObject({ status: 201 });
  const path = `${base}guarded_rollouts/${begun.body.id}/`;
  const reached = (expected: object) =>
    waitUntil(async () => {
      expect((await api.call('GET', path)).body).toMatchObject(expected);
    }, 30_000);
  await reached({ current_step: 0 });
  await api.call('PATCH', `${base}actions/${action.id}/`, { json: { deleted: true } });
  await database.db
    .updateTable('guarded_rollouts')
    .set({ next_check_at: new Date() })
    .where('id', '=', begun.body.id)
    .execute();
  const reason = `The metric could not be computed: Action with ID ${action.id} does not exist`;
  await reached({ status: 'running', checks: [{ action: 'failed', reason }, { action: 'widen' }] });
});
