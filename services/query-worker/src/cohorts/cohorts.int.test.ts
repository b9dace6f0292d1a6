import type { ClickHouse } from '@tidemark/clickhouse';
import { createClickHouse, listCohortPeople } from '@tidemark/clickhouse';
import type { CohortFilters, CohortNode } from '@tidemark/contracts';
import { createLogger } from '@tidemark/platform';
import type { Cohort, CohortRepository, Database, FeatureFlagRepository } from '@tidemark/postgres';
import {
  bootstrap,
  createCohortCalculations,
  createCohortRepository,
  createDeletedCohorts,
  createFeatureFlagRepository,
  createFlagSubjects,
  createDatabase,
  createPersonReader,
  createProjectRepository,
  createSavedViewRepository,
  createStaticMembers,
  createTableJoinRepository,
} from '@tidemark/postgres';
import { createProjectLookups } from '@tidemark/query-engine';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import type { CohortDeps } from './calculate-cohort';
import { calculateCohort } from './calculate-cohort';
import { emptyDeletedCohorts } from './empty-deleted';
import { sweepCohorts } from './sweep';

const logger = createLogger('test', 'silent');
const NOW = new Date('2026-03-31T12:00:00Z');
const person = (n: number) => `0190c6f8-3c26-7000-8000-00000000000${n}`;

let clickhouse: ClickHouse;
let database: Database;
let cohorts: CohortRepository;
let deps: CohortDeps & { readonly flags: FeatureFlagRepository };
let queued: number[];
let announced: number[];

beforeAll(async () => {
  const urls = await createIsolatedStores();
  clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  database = createDatabase(urls.postgres, { poolSize: 2, logger });
  await bootstrap(database, { projectApiKey: 'phc_cohorts', personalApiKey: 'phx_cohorts' });
  cohorts = createCohortRepository(database);
  deps = {
    clickhouse,
    topology: { kind: 'single' },
    calculations: createCohortCalculations(database),
    cohorts,
    flags: createFeatureFlagRepository(database),
    subjects: createFlagSubjects(database),
    projects: createProjectRepository(database),
    ...createProjectLookups(database),
    announce: (projectId) => Promise.resolve(void announced.push(projectId)),
    enqueue: (job) => Promise.resolve(void queued.push(job.cohort_id)),
    now: () => NOW,
    recalculateAfterMs: 3_600_000,
    stopping: new AbortController().signal,
    logger,
  };
  for (const n of [1, 2, 3]) {
    const properties = JSON.stringify({ plan: n === 3 ? 'free' : 'pro', email: `p${n}@x.io` });
    await database.db
      .insertInto('persons')
      .values({ project_id: 1, id: person(n), properties, version: 1, created_at: NOW })
      .execute();
    await database.db
      .insertInto('person_distinct_ids')
      .values({ project_id: 1, distinct_id: `d${n}`, person_id: person(n), version: 0 })
      .execute();
    await clickhouse.insertJsonEachRow('person', [
      {
        id: person(n),
        team_id: 1,
        created_at: '2026-01-01 00:00:00',
        properties_text: properties,
        is_identified: true,
        version: 1,
      },
    ]);
  }
  await clickhouse.insertJsonEachRow('events', [
    {
      uuid: person(9),
      event: 'buy',
      timestamp: '2026-03-31 10:00:00',
      team_id: 1,
      distinct_id: 'd1',
      created_at: '2026-03-31 10:00:00',
      person_id: person(1),
      person_created_at: '2026-01-01 00:00:00',
      person_properties: {},
    },
  ]);
});
afterAll(async () => {
  await Promise.all([clickhouse.close(), database.close()]);
});
beforeEach(() => {
  queued = [];
  announced = [];
});

const filtersOf = (...values: CohortNode[]): CohortFilters => ({
  properties: { type: 'OR', values: [{ type: 'AND', values }] },
});
const planIs = (value: string): CohortNode => ({
  type: 'person',
  key: 'plan',
  operator: 'exact',
  value,
  negation: false,
});
const bought: CohortNode = {
  type: 'behavioral',
  key: 'buy',
  event_type: 'events',
  value: 'performed_event',
  negation: false,
  time_value: 30,
  time_interval: 'day',
};
const create = (fields: Partial<Cohort>, needsSnapshot = false) =>
  cohorts.create(1, 1, fields, { needsSnapshot });
const calculate = async (cohort: Pick<Cohort, 'id'>, changes: Partial<CohortDeps> = {}) => {
  await calculateCohort({ ...deps, ...changes }, { v: 1, project_id: 1, cohort_id: cohort.id });
  return (await cohorts.findById(1, cohort.id))!;
};
const readable = ({ id, version }: Cohort) =>
  listCohortPeople(
    clickhouse,
    { teamId: 1, cohortId: id, version: version ?? 0 },
    { limit: 100, offset: 0 },
  );
const flagCohorts = (n: number) => createPersonReader(database).listCohorts(1, person(n));

it('works out who is in a dynamic cohort, and again when its filters change', async () => {
  const created = await create({ filters: filtersOf(planIs('pro')) });
  expect(created).toMatchObject({ isCalculating: true, version: null, count: null });
  const first = await calculate(created);
  expect(first).toMatchObject({ isCalculating: false, version: 1, count: 2, errorsCalculating: 0 });
  expect(first.lastCalculation).toBeInstanceOf(Date);
  expect(await readable(first)).toEqual([person(1), person(2)]);
  // Flags decide by the properties themselves.
  expect(await flagCohorts(1)).toEqual([]);
  expect(announced).toEqual([1]);

  const changed = await cohorts.update(1, 1, created.id, { filters: filtersOf(planIs('free')) });
  expect(changed?.isCalculating).toBe(true);
  const second = await calculate(created);
  expect(second).toMatchObject({ isCalculating: false, version: 2, count: 1 });
  expect(await readable(second)).toEqual([person(3)]);
});

it('keeps the members of cohorts by events for flags, of the current version only', async () => {
  const cohort = await create({ filters: filtersOf(bought) });
  expect(await calculate(cohort)).toMatchObject({ count: 1 });
  expect(await flagCohorts(1)).toEqual([cohort.id]);
  const values: CohortNode[] = [{ ...bought, negation: true }];
  await cohorts.update(1, 1, cohort.id, { filters: filtersOf(...values) });
  expect(await calculate(cohort)).toMatchObject({ count: 2 });
  expect([await flagCohorts(1), await flagCohorts(2)]).toEqual([[], [cohort.id]]);
});

it('leaves the former membership readable when a calculation fails or dies', async () => {
  const cohort = await create({ filters: filtersOf(bought) });
  const before = await calculate(cohort);

  const semver: CohortNode = { ...planIs('newest'), operator: 'semver_gt' } as CohortNode;
  await cohorts.update(1, 1, cohort.id, { filters: filtersOf(semver, bought) });
  const failed = await calculate(cohort);
  expect(failed).toMatchObject({
    version: before.version,
    count: 1,
    isCalculating: false,
    errorsCalculating: 1,
    lastError: 'A version filter needs a version such as 1.2.3',
  });

  await cohorts.update(1, 1, cohort.id, { filters: filtersOf(planIs('pro'), bought) });
  // It dies after its members are written, before they count.
  const dying = await deps.calculations.claim({ projectId: 1, cohortId: cohort.id }, NOW);
  await deps.calculations.addMembers(dying!, [person(3)]);
  expect((await cohorts.findById(1, cohort.id))?.isCalculating).toBe(true);
  expect(await flagCohorts(3)).not.toContain(cohort.id);

  const after = await calculate(cohort);
  expect(after).toMatchObject({ count: 1, errorsCalculating: 0, isCalculating: false });
  expect(await flagCohorts(3)).not.toContain(cohort.id);
  expect(await deps.calculations.finish(dying!, 99)).toBe(false);
  expect((await cohorts.findById(1, cohort.id))?.count).toBe(1);
});

it('copies the members of static cohorts for queries', async () => {
  const cohort = await create({ isStatic: true });
  await createStaticMembers(database).add(1, cohort.id, {
    by: 'person_id',
    ids: [person(1), person(3)],
  });
  const copied = await calculate(cohort);
  expect(copied).toMatchObject({ count: 2, isCalculating: false });
  expect(await readable(copied)).toEqual([person(1), person(3)]);
  await createStaticMembers(database).removePerson(
    { projectId: 1, userId: null },
    cohort,
    person(1),
  );
  expect(await readable(await calculate(cohort))).toEqual([person(3)]);
});

it.each<[what: string, fields: Partial<Cohort>, members: string[]]>([
  ['filters', { filters: filtersOf(planIs('pro')) }, [person(1), person(2)]],
  [
    'a query',
    { query: { kind: 'HogQLQuery', query: 'select person_id, event from events' } },
    [person(1)],
  ],
])('makes the members of a static cohort by %s, once', async (_what, fields, members) => {
  const cohort = await create({ ...fields, isStatic: true }, true);
  expect(cohort.isCalculating).toBe(true);
  const made = await calculate(cohort);
  expect(made).toMatchObject({ isCalculating: false, count: members.length });
  expect(await readable(made)).toEqual(members);
  expect(await flagCohorts(1)).toContain(cohort.id);
});

it('reads views and joins of the project in its query', async () => {
  const query = "select distinct_id, person_id as buyer from events where event = 'buy'";
  const columns = [{ name: 'distinct_id', type: 'string' as const }];
  await createSavedViewRepository(database).create(
    { projectId: 1, userId: null },
    {
      name: 'buyers',
      query,
      columns,
    },
  );
  await createTableJoinRepository(database).create(
    { projectId: 1, userId: null },
    {
      sourceTable: 'persons',
      sourceKey: 'id',
      joiningTable: 'buyers',
      joiningKey: 'buyer',
      fieldName: 'bought',
      configuration: null,
    },
  );
  const nobody = '00000000-0000-0000-0000-000000000000';
  for (const text of [
    'select buyer as person_id from buyers',
    `select id as person_id from persons where bought.buyer != '${nobody}'`,
  ]) {
    const cohort = await create({ isStatic: true, query: { query: text } }, true);
    const made = await calculate(cohort);
    expect([made.lastError, await readable(made)]).toEqual([null, [person(1)]]);
  }
});

it('keeps who is found when it becomes static, and finds anew when it becomes dynamic', async () => {
  const cohort = await create({ filters: filtersOf(planIs('pro')) });
  await calculate(cohort);
  await cohorts.update(1, 1, cohort.id, { isStatic: true }, { needsSnapshot: true });
  const kept = await calculate(cohort);
  expect(kept).toMatchObject({ isStatic: true, count: 2, isCalculating: false });
  await createStaticMembers(database).add(1, cohort.id, { by: 'person_id', ids: [person(3)] });
  expect(await readable(await calculate(cohort))).toEqual([person(1), person(2), person(3)]);
  await cohorts.update(1, 1, cohort.id, { isStatic: false });
  const found = await calculate(cohort);
  expect(found).toMatchObject({ isStatic: false, count: 2 });
  expect(await readable(found)).toEqual([person(1), person(2)]);
});

it('makes the members of a static cohort of everybody a flag is on for', async () => {
  const plans = await create({ filters: filtersOf(planIs('pro')) });
  const events = await create({ filters: filtersOf(bought) });
  await calculate(events);
  const inCohort = (value: number, operator: string) => ({
    key: 'id',
    type: 'cohort',
    value,
    operator,
  });
  const properties = [inCohort(plans.id, 'in'), inCohort(events.id, 'not_in')];
  const filters = { groups: [{ properties, rollout_percentage: 100 }] };
  await deps.flags.create(1, 1, { key: 'pro-idle', filters });
  const made = await create(
    { isStatic: true, query: { kind: 'FeatureFlag', key: 'pro-idle' } },
    true,
  );
  const calculated = await calculate(made);
  expect(calculated).toMatchObject({ isCalculating: false, count: 1 });
  expect(await readable(calculated)).toEqual([person(2)]);
});

it('calculates nothing twice, and gives a cohort back when the process stops', async () => {
  const cohort = await create({ filters: filtersOf(planIs('pro')) });
  const stopping = new AbortController();
  stopping.abort();
  const stopped = await calculate(cohort, { stopping: stopping.signal });
  expect(stopped).toMatchObject({ version: null, errorsCalculating: 0, isCalculating: true });
  expect(await calculate(cohort)).toMatchObject({ version: 2 });
  expect(await calculate(cohort)).toMatchObject({ version: 2 });
  const later = new Date(Date.now() + 7_200_000);
  expect(await calculate(cohort, { now: () => later })).toMatchObject({ version: 3 });
});

it('asks for the cohorts that depend on it', async () => {
  const inner = await create({ filters: filtersOf(planIs('pro')) });
  const outer = await create({
    filters: filtersOf({ type: 'cohort', key: 'id', value: inner.id, negation: true }),
  });
  await calculate(inner);
  expect(queued).toEqual([outer.id]);
  const calculated = await calculate(outer);
  expect(await readable(calculated)).toEqual([person(3)]);
});

it('sweeps up what waits: changed, old, and after a pause what failed', async () => {
  const fresh = await calculate(await create({ filters: filtersOf(planIs('pro')) }));
  const waiting = await create({ filters: filtersOf(planIs('pro')) });
  const failing = await create(
    { isStatic: true, query: { query: 'select nothing from nowhere' } },
    true,
  );
  expect(await calculate(failing)).toMatchObject({
    errorsCalculating: 1,
    lastError: 'Unknown table `nowhere`.',
  });
  const deleted = await create({ filters: filtersOf(planIs('pro')) });
  await cohorts.update(1, 1, deleted.id, { deleted: true });
  const sweep = async (now: Date) => {
    queued = [];
    await sweepCohorts({ ...deps, now: () => now, recalculateAfterMs: 3_600_000 });
    return queued.filter((id) => id >= fresh.id);
  };
  const today = new Date();
  expect(await sweep(today)).toEqual([waiting.id]);
  expect(await sweep(new Date(today.getTime() + 7_200_000))).toEqual([fresh.id, waiting.id]);
  await database.db
    .updateTable('cohorts')
    .set({ last_error_at: new Date(today.getTime() - 180_000) })
    .where('id', '=', failing.id)
    .execute();
  expect(await sweep(today)).toEqual([waiting.id, failing.id]);
  expect(await calculate(deleted)).toMatchObject({ version: null });
});

describe('members of deleted cohorts', () => {
  const empty = (hoursLater: number) =>
    emptyDeletedCohorts({
      ...deps,
      deleted: createDeletedCohorts(database),
      now: () => new Date(Date.now() + hoursLater * 3_600_000),
    });
  const inPostgres = async ({ id }: Pick<Cohort, 'id'>) => {
    const rows = database.db.selectFrom('cohort_members').selectAll().where('cohort_id', '=', id);
    return (await rows.execute()).length;
  };

  it('stay for a day, and then go from both stores', async () => {
    const cohort = await calculate(await create({ filters: filtersOf(bought) }));
    const kept = await calculate(await create({ filters: filtersOf(bought) }));
    await cohorts.update(1, 1, cohort.id, { deleted: true });
    await empty(23);
    expect([await inPostgres(cohort), await readable(cohort)]).toEqual([1, [person(1)]]);

    await empty(25);
    expect(await inPostgres(cohort)).toBe(0);
    await waitUntil(async () => expect(await readable(cohort)).toEqual([]));
    expect([await inPostgres(kept), await readable(kept)]).toEqual([1, [person(1)]]);
    expect(await createDeletedCohorts(database).listToEmpty(new Date(8e12), 1_000)).toEqual([]);

    await cohorts.update(1, 1, cohort.id, { deleted: false });
    const restored = await calculate(cohort);
    expect([await inPostgres(restored), await readable(restored)]).toEqual([1, [person(1)]]);
  });

  it('are removed a bounded number at a time, and not of a cohort that was restored', async () => {
    const cohort = await create({ isStatic: true });
    const ids = [person(1), person(2), person(3)];
    await createStaticMembers(database).add(1, cohort.id, { by: 'person_id', ids });
    const deleted = createDeletedCohorts(database);
    const reference = { projectId: 1, cohortId: cohort.id };
    expect(await deleted.removeMembers(reference, 2)).toBe(0);
    await cohorts.update(1, 1, cohort.id, { deleted: true });
    expect(await deleted.removeMembers(reference, 2)).toBe(2);
    expect(await deleted.removeMembers(reference, 2)).toBe(1);
  });
});
