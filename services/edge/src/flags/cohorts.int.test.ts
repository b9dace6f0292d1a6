import { randomUUID } from 'node:crypto';
import type { CohortNode } from '@tidemark/contracts';
import {
  createCohortRepository,
  createFeatureFlagRepository,
  createStaticMembers,
} from '@tidemark/postgres';
import type { CohortRepository, StaticMembers } from '@tidemark/postgres';
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

let edge: EdgeFixture;
let cohorts: CohortRepository;
let members: StaticMembers;

const createFlag = async (key: string, cohortId: number, operator = 'in'): Promise<void> => {
  const properties = [{ key: 'id', type: 'cohort', value: cohortId, operator }];
  const filters = { groups: [{ properties, rollout_percentage: 100 }] };
  await createFeatureFlagRepository(edge.database).create(1, 1, { key, filters });
  await edge.channel.publish({ project_id: 1, what: 'feature_flags' });
};
const createPerson = async (distinctId: string, properties: object): Promise<string> => {
  const id = randomUUID();
  const row = { project_id: 1, version: 0 };
  await edge.database.db
    .insertInto('persons')
    .values({ ...row, id, properties: JSON.stringify(properties), created_at: new Date() })
    .execute();
  await edge.database.db
    .insertInto('person_distinct_ids')
    .values({ ...row, distinct_id: distinctId, person_id: id })
    .execute();
  return id;
};
const ask = async (distinctId: string, more: object = {}): Promise<FlagsBody> => {
  const response = await fetch(`${edge.url}/flags?v=2`, {
    method: 'POST',
    body: JSON.stringify({ token: PROJECT_TOKEN, distinct_id: distinctId, ...more }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as FlagsBody;
};
const filtersOf = (...values: CohortNode[]) => ({
  properties: { type: 'OR' as const, values: [{ type: 'AND' as const, values }] },
});
const planIs = (value: string) =>
  ({ key: 'plan', type: 'person', operator: 'exact', value, negation: false }) as const;

beforeAll(async () => {
  edge = await startEdgeFixture(await createIsolatedStores());
  cohorts = createCohortRepository(edge.database);
  members = createStaticMembers(edge.database);
});
afterAll(() => edge.stop());

it('evaluates properties of the person, and applies a changed cohort at once', async () => {
  const { id } = await cohorts.create(1, 1, { filters: filtersOf(planIs('pro')) });
  await createFlag('by-plan', id);
  await createPerson('on-pro', { plan: 'pro' });
  expect((await ask('on-pro')).flags['by-plan']?.enabled).toBe(true);
  expect((await ask('nobody')).flags['by-plan']?.enabled).toBe(false);
  const carried = await ask('nobody', { person_properties: { plan: 'pro' } });
  expect(carried.flags['by-plan']?.enabled).toBe(true);

  await cohorts.update(1, 1, id, { filters: filtersOf(planIs('team')) });
  await edge.channel.publish({ project_id: 1, what: 'feature_flags' });
  await waitUntil(async () => {
    expect((await ask('on-pro')).flags['by-plan']?.enabled).toBe(false);
  });
});

it('looks up members of static cohorts, and again when they change', async () => {
  const { id } = await cohorts.create(1, 1, { isStatic: true });
  const inside = await createPerson('inside', {});
  await createPerson('outside', {});
  await members.add(1, id, { by: 'person_id', ids: [inside] });
  await createFlag('listed', id);
  await createFlag('unlisted', id, 'not_in');
  await waitUntil(async () => {
    expect((await ask('inside')).flags['unlisted']?.enabled).toBe(false);
  });
  expect((await ask('inside')).flags['listed']?.enabled).toBe(true);
  expect((await ask('outside')).flags['listed']?.enabled).toBe(false);
  expect((await ask('nobody')).flags['unlisted']?.enabled).toBe(true);

  await members.removePerson(
    { projectId: 1, userId: null },
    (await cohorts.findById(1, id))!,
    inside,
  );
  await edge.channel.publish({ project_id: 1, what: 'feature_flags' });
  await waitUntil(async () => {
    expect((await ask('inside')).flags['listed']?.enabled).toBe(false);
  });
});

it('fails only the flags that need a membership that cannot be read', async () => {
  const { id } = await cohorts.create(1, 1, { isStatic: true });
  await createFlag('needs-members', id, 'not_in');
  await waitUntil(async () => {
    expect((await ask('someone-new')).flags['needs-members']?.enabled).toBe(true);
  });
  edge.postgresProxy.cut();
  try {
    const result = await ask('another-one', { person_properties: { plan: 'team' } });
    expect(result.errorsWhileComputingFlags).toBe(true);
    expect(result.flags['needs-members']).toMatchObject({
      enabled: false,
      failed: true,
      reason: { code: 'database_unavailable' },
    });
    expect(result.flags['by-plan']).toMatchObject({ enabled: true });
  } finally {
    edge.postgresProxy.restore();
  }
});

it('reads the stored membership of a cohort with events, once it is calculated', async () => {
  const signedUp = {
    key: 'sign up',
    type: 'behavioral',
    event_type: 'events',
    value: 'performed_event',
    negation: false,
  } as const;
  const { id } = await cohorts.create(1, 1, { filters: filtersOf(signedUp) });
  const person = await createPerson('performer', {});
  await createFlag('performed', id);
  await waitUntil(async () => {
    expect((await ask('performer')).flags['performed']).toMatchObject({
      failed: true,
      reason: { code: 'dependency_not_found_cohort' },
    });
  });
  const member = { project_id: 1, cohort_id: id, person_id: person };
  const db = edge.database.db;
  await db
    .insertInto('cohort_members')
    .values({ ...member, version: 2 })
    .execute();
  await db.updateTable('cohorts').set({ version: 1 }).where('id', '=', id).execute();
  await edge.channel.publish({ project_id: 1, what: 'feature_flags' });
  await waitUntil(async () => {
    expect((await ask('performer')).flags['performed']).toMatchObject({ enabled: false });
  });
  await db.updateTable('cohorts').set({ version: 2 }).where('id', '=', id).execute();
  await edge.channel.publish({ project_id: 1, what: 'feature_flags' });
  await waitUntil(async () => {
    expect((await ask('performer')).flags['performed']).toMatchObject({ enabled: true });
  });
});
