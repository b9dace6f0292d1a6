import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase } from '@tidemark/postgres';
import { createStoresWithoutEvents } from '@tidemark/testing';
import type { TestApi } from './api';
import { startTestApi } from './api';

export const UUID = /^[0-9a-f-]{36}$/;
export const purchases = {
  kind: 'ExperimentMetric',
  metric_type: 'mean',
  source: { kind: 'EventsNode', event: 'purchase', math: 'sum', math_property: 'price' },
};
export const funnel = {
  kind: 'ExperimentMetric',
  metric_type: 'funnel',
  series: [{ kind: 'EventsNode', event: 'purchase' }],
};
export const variants = (...shares: readonly (readonly [string, number])[]) =>
  shares.map(([key, rollout_percentage]) => ({ key, rollout_percentage }));

/**
 * Registers an API with a new project for each test of a file.
 * @returns functions for its experiments
 */
export function experimentScene() {
  let api: TestApi;
  let database: Database;
  let project: number;
  let flags: string;
  let experiments: string;
  beforeAll(async () => {
    const stores = await createStoresWithoutEvents();
    api = await startTestApi(stores);
    database = createDatabase(stores.postgres, {
      poolSize: 1,
      logger: createLogger('test', 'silent'),
    });
  });
  afterAll(async () => {
    await database.close();
    await api.stop();
  });
  beforeEach(async () => {
    project = await api.newProject();
    flags = `/api/projects/${project}/feature_flags/`;
    experiments = `/api/projects/${project}/experiments/`;
  });

  const create = (json: object) =>
    api.call('POST', experiments, { json: { allow_unknown_events: true, ...json } });
  const draft = async (key: string, json: object = {}): Promise<number> => {
    const made = await create({ name: key, feature_flag_key: key, ...json });
    expect({ status: made.status, text: made.text }).toMatchObject({ status: 201 });
    return made.body.id;
  };
  const pathOf = (id: number) => `${experiments}${id}/`;
  const patch = (id: number, json: object) => api.call('PATCH', pathOf(id), { json });
  const read = (id: number) => api.call('GET', pathOf(id));
  const act = (id: number, verb: string, json: object = {}) =>
    api.call('POST', `${pathOf(id)}${verb}/`, { json });
  const flagOf = async (key: string) => {
    const listed = await api.call('GET', `${flags}?search=${key}`);
    return listed.body.results.find((flag) => flag['key'] === key);
  };

  return {
    get api() {
      return api;
    },
    get database() {
      return database;
    },
    get project() {
      return project;
    },
    get flags() {
      return flags;
    },
    get experiments() {
      return experiments;
    },
    create,
    draft,
    pathOf,
    patch,
    read,
    act,
    flagOf,
  };
}
