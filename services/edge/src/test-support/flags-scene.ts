import { randomUUID } from 'node:crypto';
import type { FeatureFlagFields } from '@tidemark/postgres';
import { createFeatureFlagRepository } from '@tidemark/postgres';
import { createIsolatedStores } from '@tidemark/testing';
import type { EdgeFixture } from './edge-fixture';
import { PROJECT_TOKEN, startEdgeFixture } from './edge-fixture';

export const everyone = { groups: [{ properties: [], rollout_percentage: 100 }] };
const nobody = { groups: [{ properties: [], rollout_percentage: 0 }] };
const proOnly = {
  groups: [
    {
      properties: [{ key: 'plan', type: 'person', operator: 'exact', value: 'pro' }],
      rollout_percentage: 100,
    },
  ],
};
const experiment = {
  ...everyone,
  multivariate: { variants: [{ key: 'test', rollout_percentage: 100 }] },
  payloads: { test: '{"limit": 3}' },
};

/** The fields of all response versions; a test reads those of the version that it requests. */
export interface FlagsBody {
  readonly featureFlags: Record<string, boolean | string> & string[];
  readonly flags: Record<string, { readonly enabled: boolean }>;
  readonly errorsWhileComputingFlags: boolean;
}

/** Registers an edge with a few flags for a test file. @returns the functions for its tests */
export function flagsScene() {
  let edge: EdgeFixture;
  let ids: Record<string, number>;

  const createFlag = async (
    fields: Pick<FeatureFlagFields, 'key' | 'filters'> & Partial<FeatureFlagFields>,
  ): Promise<number> => {
    const saved = await createFeatureFlagRepository(edge.database).create(1, 1, fields);
    if (saved.outcome !== 'saved') throw new Error(saved.outcome);
    return saved.flag.id;
  };
  const createPerson = async (distinctId: string, properties: object): Promise<string> => {
    const id = randomUUID();
    await edge.database.db
      .insertInto('persons')
      .values({
        project_id: 1,
        id,
        properties: JSON.stringify(properties),
        version: 0,
        created_at: new Date(),
      })
      .execute();
    await edge.database.db
      .insertInto('person_distinct_ids')
      .values({ project_id: 1, distinct_id: distinctId, person_id: id, version: 0 })
      .execute();
    return id;
  };

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(edge.url + path, {
      method: 'POST',
      body: Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const ask = async (path: string, more: object = {}): Promise<FlagsBody> => {
    const response = await post(path, { token: PROJECT_TOKEN, distinct_id: 'u1', ...more });
    expect(response.status).toBe(200);
    return (await response.json()) as FlagsBody;
  };

  beforeAll(async () => {
    edge = await startEdgeFixture(await createIsolatedStores());
    ids = {
      on: await createFlag({ key: 'on', filters: everyone }),
      off: await createFlag({ key: 'off', filters: nobody }),
      exp: await createFlag({ key: 'exp', filters: experiment }),
      pro: await createFlag({ key: 'pro', filters: proOnly }),
      server: await createFlag({ key: 'server', filters: everyone, evaluationRuntime: 'server' }),
    };
    await createFlag({ key: 'inactive', filters: everyone, active: false });
    await createPerson('stored-pro', { plan: 'pro' });
  });
  afterAll(() => edge.stop());

  return { edge: () => edge, ids: () => ids, createFlag, createPerson, post, ask };
}
