import { createLogger } from '@tidemark/platform';
import { createDatabase } from '@tidemark/postgres';
import type { Database } from '@tidemark/postgres';
import { createStoresWithoutEvents } from '@tidemark/testing';
import type { TestApi } from './api';
import { startTestApi } from './api';

export const person = (more: object = {}) => ({
  key: 'email',
  type: 'person',
  operator: 'icontains',
  value: '@x.io',
  ...more,
});

export const filters = (...values: object[]) => ({
  properties: { type: 'OR', values: [{ type: 'AND', values }] },
});

export const reference = (value: number, more: object = {}) => ({
  key: 'id',
  type: 'cohort',
  value,
  ...more,
});

export const personId = (n: number) => `0190c6f8-3c26-7000-8000-00000000000${n}`;

type ApiCall = ReturnType<TestApi['call']>;

/** The functions for tests of cohorts; each test has a project of its own. */
interface CohortScene {
  readonly api: () => TestApi;
  readonly database: () => Database;
  readonly project: () => number;
  /** The path of the project's cohorts. */
  readonly cohorts: () => string;
  readonly create: (json: unknown) => ApiCall;
  readonly patch: (id: number, json: unknown) => ApiCall;
  /** The body of a created cohort. */
  readonly created: (json: unknown) => Promise<Awaited<ApiCall>['body']>;
  /** Stores persons 1 to 3 with the distinct ids d1 to d3. */
  readonly persons: () => Promise<void>;
  /** Uploads a file of members. */
  readonly upload: (
    fields: Record<string, string>,
    csv: string,
    path?: string,
    method?: string,
  ) => ApiCall;
  readonly memberIds: (id: number, query?: string) => Promise<unknown[]>;
}

/** Registers the set-up and tear-down of a test file. */
export function cohortScene(): CohortScene {
  let api: TestApi;
  let database: Database;
  let project: number;
  let cohorts: string;
  beforeAll(async () => {
    const stores = await createStoresWithoutEvents();
    api = await startTestApi(stores);
    database = createDatabase(stores.postgres, {
      poolSize: 1,
      logger: createLogger('test', 'warn'),
    });
  });
  afterAll(async () => {
    await database.close();
    await api.stop();
  });
  beforeEach(async () => {
    project = await api.newProject();
    cohorts = `/api/projects/${project}/cohorts/`;
  });

  const create = (json: unknown) => api.call('POST', cohorts, { json });

  return {
    api: () => api,
    database: () => database,
    project: () => project,
    cohorts: () => cohorts,
    create,
    patch: (id, json) => api.call('PATCH', `${cohorts}${id}/`, { json }),
    async created(json) {
      const response = await create(json);
      expect([response.status, response.text]).toEqual([201, response.text]);
      return response.body;
    },
    async persons() {
      for (const n of [1, 2, 3]) {
        await database.db
          .insertInto('persons')
          .values({
            project_id: project,
            id: personId(n),
            properties: JSON.stringify({ email: `p${n}@x.io` }),
            version: 1,
            created_at: new Date(0),
          })
          .execute();
        await database.db
          .insertInto('person_distinct_ids')
          .values({ project_id: project, distinct_id: `d${n}`, person_id: personId(n), version: 1 })
          .execute();
      }
    },
    async upload(fields, csv, path = cohorts, method = 'POST') {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('csv', new Blob([csv]), 'members.csv');
      const encoded = new Response(form);
      return api.call(method, path, {
        raw: new Uint8Array(await encoded.arrayBuffer()),
        headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      });
    },
    async memberIds(id, query = '') {
      const { body } = await api.call('GET', `${cohorts}${id}/persons/${query}`);
      return body.results.map((found) => found['uuid']);
    },
  };
}
