import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase } from '@tidemark/postgres';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import type { TestApi, WireBody } from './api';
import { startTestApi } from './api';

export const everyone = { properties: [], rollout_percentage: 100 };
export const filters = { groups: [everyone] };
export const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
export const soon = (ms: number): string => new Date(Date.now() + ms).toISOString();
export const HOUR_MS = 3_600_000;
export const turnOff = { operation: 'update_status', value: false };
export const condition = (rollout_percentage: number) => ({
  operation: 'add_release_condition',
  value: { groups: [{ properties: [], rollout_percentage }] },
});

/**
 * Registers APIs with a new project for each test of a file.
 * @returns functions that schedule changes of its flags
 */
export function scheduledChangeScene() {
  /** Two apis on the same stores: each can make the changes. */
  let apis: readonly TestApi[];
  let api: TestApi;
  /** The connections of the test's own workers, in addition to those of the apis. */
  let databases: readonly Database[];
  let project: number;
  let flags: string;
  let changes: string;
  beforeAll(async () => {
    const stores = await createIsolatedStores();
    apis = [await startTestApi(stores), await startTestApi(stores)];
    api = apis[0] as TestApi;
    const logger = createLogger('test', 'silent');
    databases = [1, 2].map(() => createDatabase(stores.postgres, { poolSize: 3, logger }));
  });
  afterAll(async () => {
    await Promise.all(databases.map((database) => database.close()));
    await Promise.all(apis.map((one) => one.stop()));
  });
  beforeEach(async () => {
    project = await api.newProject();
    flags = `/api/projects/${project}/feature_flags/`;
    changes = `/api/projects/${project}/scheduled_changes/`;
  });

  async function newFlag(key: string, more: object = {}): Promise<number> {
    const made = await api.call('POST', flags, { json: { key, filters, ...more } });
    expect(made.status).toBe(201);
    return made.body.id;
  }
  const schedule = (flag: number, json: object) =>
    api.call('POST', changes, {
      json: { record_id: String(flag), model_name: 'FeatureFlag', payload: turnOff, ...json },
    });
  async function scheduled(flag: number, json: object): Promise<number> {
    const made = await schedule(flag, json);
    expect({ status: made.status, text: made.text }).toMatchObject({ status: 201 });
    return made.body.id;
  }
  const changeOf = async (id: number) => (await api.call('GET', `${changes}${id}/`)).body;
  const made = (id: number): Promise<WireBody> =>
    waitUntil(async () => {
      const change = await changeOf(id);
      expect(change['executed_at']).not.toBeNull();
      return change;
    });

  return {
    get api() {
      return api;
    },
    get databases() {
      return databases;
    },
    get project() {
      return project;
    },
    get flags() {
      return flags;
    },
    get changes() {
      return changes;
    },
    newFlag,
    schedule,
    scheduled,
    changeOf,
    made,
  };
}
