import { randomUUID } from 'node:crypto';
import { createFeatureFlagRepository } from '@tidemark/postgres';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import type { EdgeFixture } from '../test-support/edge-fixture';
import { PROJECT_TOKEN, startEdgeFixture } from '../test-support/edge-fixture';

interface FlagsBody {
  readonly flags: Record<
    string,
    { readonly enabled: boolean; readonly failed?: boolean; readonly reason: { code: string } }
  >;
  readonly errorsWhileComputingFlags: boolean;
}

/** `docs/wire/flags-evaluation.md#continuity`. */
let edge: EdgeFixture;
/** Distinct ids inside and outside the half to which `steady` is rolled out, while no hash key of them is stored. */
let inside: string[];
let outside: string[];

const createFlag = async (key: string, continuity: boolean): Promise<void> => {
  await createFeatureFlagRepository(edge.database).create(1, 1, {
    key,
    filters: { groups: [{ properties: [], rollout_percentage: 50 }] },
    ensureExperienceContinuity: continuity,
  });
  await edge.channel.publish({ project_id: 1, what: 'feature_flags' });
};
const createPerson = async (...distinctIds: string[]): Promise<string> => {
  const id = randomUUID();
  const row = { project_id: 1, version: 0 };
  await edge.database.db
    .insertInto('persons')
    .values({ ...row, id, properties: '{}', created_at: new Date() })
    .execute();
  for (const distinctId of distinctIds) {
    await edge.database.db
      .insertInto('person_distinct_ids')
      .values({ ...row, distinct_id: distinctId, person_id: id })
      .execute();
  }
  return id;
};
const ask = async (distinctId: string, anon?: string): Promise<FlagsBody> => {
  const response = await fetch(`${edge.url}/flags?v=2`, {
    method: 'POST',
    body: JSON.stringify({
      token: PROJECT_TOKEN,
      distinct_id: distinctId,
      ...(anon !== undefined && { $anon_distinct_id: anon }),
    }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as FlagsBody;
};
const isOn = async (flag: string, distinctId: string, anon?: string): Promise<boolean> => {
  const result = await ask(distinctId, anon);
  expect(result.errorsWhileComputingFlags).toBe(false);
  return result.flags[flag]?.enabled === true;
};
const storedKeys = async (personId: string) =>
  edge.database.db
    .selectFrom('flag_hash_keys')
    .select(['flag_key', 'hash_key'])
    .where('person_id', '=', personId)
    .orderBy('flag_key')
    .execute();

beforeAll(async () => {
  edge = await startEdgeFixture(await createIsolatedStores());
  await createFlag('steady', true);
  await createFlag('loose', false);
  await waitUntil(async () => {
    expect(Object.keys((await ask('x')).flags).sort()).toEqual(['loose', 'steady']);
  });
  inside = [];
  outside = [];
  for (let n = 0; inside.length < 8 || outside.length < 8; n += 1) {
    ((await isOn('steady', `id-${n}`)) ? inside : outside).push(`id-${n}`);
  }
});
afterAll(() => edge.stop());

const anId = (ids: string[]): string => {
  const id = ids.pop();
  if (id === undefined) throw new Error('no ids left');
  return id;
};

it('keeps the value from before identification, only for a flag with continuity', async () => {
  const [anon, user] = [anId(inside), anId(outside)];
  const person = await createPerson(user);
  expect(await isOn('steady', user, anon)).toBe(true);
  expect(await storedKeys(person)).toEqual([{ flag_key: 'steady', hash_key: anon }]);
  // The stored key is used without the anonymous id, and also with that of another device.
  expect(await isOn('steady', user)).toBe(true);
  expect(await isOn('steady', user, anId(outside))).toBe(true);
  expect(await storedKeys(person)).toEqual([{ flag_key: 'steady', hash_key: anon }]);
});

it('stores nothing without a person, and uses the anonymous id of the request', async () => {
  const [anon, user] = [anId(inside), anId(outside)];
  expect(await isOn('steady', user, anon)).toBe(true);
  expect(await isOn('steady', user)).toBe(false);
});

it('prefers the key of the identified person to that of the anonymous person', async () => {
  const [first, second, user] = [anId(inside), anId(outside), anId(outside)];
  await createPerson(user);
  const anonymous = await createPerson(second);
  expect(await isOn('steady', user, first)).toBe(true);
  expect(await isOn('steady', user, second)).toBe(true);
  expect(await storedKeys(anonymous)).toEqual([{ flag_key: 'steady', hash_key: second }]);
});

it('stores the key for both persons', async () => {
  const [anon, user] = [anId(inside), anId(outside)];
  const persons = [await createPerson(user), await createPerson(anon)];
  expect(await isOn('steady', user, anon)).toBe(true);
  for (const person of persons) {
    expect(await storedKeys(person)).toEqual([{ flag_key: 'steady', hash_key: anon }]);
  }
});

it('stores a key for a flag that gets continuity later, and keeps earlier keys', async () => {
  const [first, second, user] = [anId(inside), anId(outside), anId(outside)];
  const person = await createPerson(user);
  await ask(user, first);
  await createFlag('later', true);
  await waitUntil(async () => {
    expect(Object.keys((await ask('x')).flags)).toContain('later');
  });
  await ask(user, second);
  expect(await storedKeys(person)).toEqual([
    { flag_key: 'later', hash_key: second },
    { flag_key: 'steady', hash_key: first },
  ]);
  expect(await isOn('steady', user)).toBe(true);
});

it('fails only flags with continuity when the keys cannot be read', async () => {
  await edge.database.db.schema.alterTable('flag_hash_keys').renameTo('gone').execute();
  try {
    const result = await ask(anId(outside), anId(inside));
    expect(result.errorsWhileComputingFlags).toBe(true);
    expect(result.flags['steady']).toMatchObject({
      enabled: false,
      failed: true,
      reason: { code: 'hash_key_override_error' },
    });
    expect(result.flags['loose']?.failed ?? false).toBe(false);
  } finally {
    await edge.database.db.schema.alterTable('gone').renameTo('flag_hash_keys').execute();
  }
});
