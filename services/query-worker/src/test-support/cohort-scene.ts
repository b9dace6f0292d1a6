import type { ClickHouse } from '@tidemark/clickhouse';
import { createClickHouse, listCohortPeople } from '@tidemark/clickhouse';
import type { CohortFilters, CohortNode } from '@tidemark/contracts';
import { createLogger } from '@tidemark/platform';
import type { Cohort, CohortRepository, Database, FeatureFlagRepository } from '@tidemark/postgres';
import {
  bootstrap,
  createCohortCalculations,
  createCohortRepository,
  createFeatureFlagRepository,
  createFlagSubjects,
  createDatabase,
  createPersonReader,
  createProjectRepository,
} from '@tidemark/postgres';
import { createProjectLookups } from '@tidemark/query-engine';
import { createIsolatedStores } from '@tidemark/testing';
import type { CohortDeps } from '../cohorts/calculate-cohort';
import { calculateCohort } from '../cohorts/calculate-cohort';

const logger = createLogger('test', 'silent');
export const NOW = new Date('2026-03-31T12:00:00Z');
export const person = (n: number) => `0190c6f8-3c26-7000-8000-00000000000${n}`;

export const filtersOf = (...values: CohortNode[]): CohortFilters => ({
  properties: { type: 'OR', values: [{ type: 'AND', values }] },
});
export const planIs = (value: string): CohortNode => ({
  type: 'person',
  key: 'plan',
  operator: 'exact',
  value,
  negation: false,
});
export const bought = {
  type: 'behavioral',
  key: 'buy',
  event_type: 'events',
  value: 'performed_event',
  negation: false,
  time_value: 30,
  time_interval: 'day',
} satisfies CohortNode;

/**
 * Registers stores with three persons for a test file.
 * @returns functions that make and calculate cohorts
 */
export function cohortScene() {
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
  const create = (fields: Partial<Cohort>, needsSnapshot = false) =>
    cohorts.create(1, 1, fields, { needsSnapshot });
  const calculate = async (cohort: Pick<Cohort, 'id'>, changes: Partial<CohortDeps> = {}) => {
    await calculateCohort({ ...deps, ...changes }, { v: 1, project_id: 1, cohort_id: cohort.id });
    const calculated = await cohorts.findById(1, cohort.id);
    if (calculated === null) throw new Error(`Cohort ${cohort.id} does not exist`);
    return calculated;
  };
  const readable = ({ id, version }: Cohort) =>
    listCohortPeople(
      clickhouse,
      { teamId: 1, cohortId: id, version: version ?? 0 },
      { limit: 100, offset: 0 },
    );
  const flagCohorts = (n: number) => createPersonReader(database).listCohorts(1, person(n));

  return {
    get database() {
      return database;
    },
    get cohorts() {
      return cohorts;
    },
    get deps() {
      return deps;
    },
    get queued() {
      return queued;
    },
    set queued(ids: number[]) {
      queued = ids;
    },
    get announced() {
      return announced;
    },
    create,
    calculate,
    readable,
    flagCohorts,
  };
}
