import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase } from '@tidemark/postgres';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi, TestResponse } from './api';
import { startTestApi } from './api';
import type { Colleague } from './colleague';
import { newColleague } from './colleague';

export const share = (rollout_percentage: number) => ({
  groups: [{ properties: [], rollout_percentage }],
});
/** The id of the change request that a rejected change became. */
export function proposed(response: TestResponse): string {
  expect({ status: response.status, text: response.text }).toMatchObject({ status: 409 });
  expect(response.body).toMatchObject({
    type: 'invalid_request',
    code: 'approval_required',
    status: 'approval_required',
    resource_type: 'feature_flag',
  });
  return String(response.body['change_request_id']);
}

/**
 * Registers an API with a new project for each test of a file.
 * @returns functions for its policies and requests
 */
export function approvalScene() {
  let api: TestApi;
  let database: Database;
  /** An administrator and a member, in addition to the owner with the master key. */
  let anna: Colleague;
  let mo: Colleague;
  let base: string;
  let project: number;
  beforeAll(async () => {
    const stores = await createIsolatedStores();
    api = await startTestApi(stores, {
      FLAG_SECRETS_KEY: 'a key of the tests for payloads of flags',
    });
    database = createDatabase(stores.postgres, {
      poolSize: 2,
      logger: createLogger('test', 'silent'),
    });
    anna = await newColleague(database, 8);
    mo = await newColleague(database, 1);
  });
  afterAll(async () => {
    await database.close();
    await api.stop();
  });
  beforeEach(async () => {
    project = await api.newProject();
    base = `/api/projects/${project}/`;
  });

  const call = (
    method: string,
    path: string,
    json?: object,
    key = api.masterKey,
  ): Promise<TestResponse> =>
    api.call(method, base + path, { key, ...(json !== undefined && { json }) });

  async function newFlag(key: string, more: object = {}): Promise<number> {
    const made = await call('POST', 'feature_flags/', { key, filters: share(10), ...more });
    expect([made.status, made.body.detail]).toEqual([201, undefined]);
    return made.body.id;
  }
  async function newPolicy(more: object = {}): Promise<string> {
    const json = { action_key: 'feature_flag.any', approver_config: { quorum: 1 }, ...more };
    const made = await call('POST', 'approval_policies/', json);
    expect([made.status, made.body.detail]).toEqual([201, undefined]);
    return String(made.body.id);
  }
  const flagOf = async (id: number) => (await call('GET', `feature_flags/${id}/`)).body;
  const decide = (id: string, verb: string, key: string, reason = '') =>
    call('POST', `change_requests/${id}/${verb}/`, { reason }, key);

  return {
    get api() {
      return api;
    },
    get database() {
      return database;
    },
    get anna() {
      return anna;
    },
    get mo() {
      return mo;
    },
    call,
    newFlag,
    newPolicy,
    flagOf,
    decide,
  };
}
