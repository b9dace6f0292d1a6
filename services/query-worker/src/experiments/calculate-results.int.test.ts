import type { ClickHouse } from '@tidemark/clickhouse';
import { createClickHouse } from '@tidemark/clickhouse';
import { metricFingerprint } from '@tidemark/domain';
import { createLogger, createMetrics } from '@tidemark/platform';
import type { Database, Experiment, ExperimentResults, MetricReference } from '@tidemark/postgres';
import {
  bootstrap,
  createDatabase,
  createExperimentRepository,
  createExperimentResults,
  createProjectRepository,
} from '@tidemark/postgres';
import { createProjectLookups, QueryError } from '@tidemark/query-engine';
import { createIsolatedStores } from '@tidemark/testing';
import type { ResultsDeps } from './calculate-results';
import { calculateDueDays, recalculate } from './calculate-results';
import { createExperimentMetrics } from './experiment-metrics';

const logger = createLogger('test', 'silent');
const UUID = '0f0f0f0f-1111-4222-8333-444444444444';
const METRIC = {
  kind: 'ExperimentMetric',
  metric_type: 'mean',
  uuid: UUID,
  source: { kind: 'EventsNode', event: 'buy', math: 'sum', math_property: 'amount' },
  breakdownFilter: { breakdowns: [{ property: 'mail', type: 'event' }] },
};
const PROJECT = 1;
/** The events of each day: n people see each variant at 10:00, and buy for n (control) or 2n (test) at 11:00. */
const DAYS = [1, 2, 3, 4];

let clickhouse: ClickHouse;
let database: Database;
let results: ExperimentResults;
let deps: ResultsDeps;
let now: Date;

beforeAll(async () => {
  const urls = await createIsolatedStores();
  clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  database = createDatabase(urls.postgres, { poolSize: 4, logger });
  await bootstrap(database, { projectApiKey: 'phc_days', personalApiKey: 'phx_days' });
  results = createExperimentResults(database);
  deps = {
    clickhouse,
    lookups: createProjectLookups(database),
    observe: () => undefined,
    now: () => now,
    results,
    experiments: createExperimentRepository(database),
    projects: createProjectRepository(database),
    metrics: createExperimentMetrics(createMetrics('test')),
    stopping: new AbortController().signal,
    logger,
  };
  await seed();
});
afterAll(async () => {
  await Promise.all([clickhouse.close(), database.close()]);
});

beforeEach(async () => {
  await database.db.updateTable('experiments').set({ deleted: true }).execute();
});

async function seed(): Promise<void> {
  const rows = DAYS.flatMap((day) =>
    ['control', 'test'].flatMap((variant) =>
      Array.from({ length: day }, (_, n) => {
        const person = `${variant}-${day}-${n}`;
        const of = { $feature_flag: 'offer', $feature_flag_response: variant };
        const amount = variant === 'test' ? 2 * day : day;
        return [
          row(person, '$feature_flag_called', `2026-03-0${day} 10:00:00`, of),
          row(person, 'buy', `2026-03-0${day} 11:00:00`, { amount, mail: 'ann@x.io' }),
        ];
      }).flat(),
    ),
  );
  await clickhouse.insertJsonEachRow('events', rows);
}

let rowCount = 0;
function row(person: string, event: string, timestamp: string, properties: object): object {
  const hex = (text: string): string =>
    Buffer.from(text.padEnd(6, '0')).toString('hex').slice(-12).padStart(12, '0');
  rowCount += 1;
  return {
    uuid: `01900000-0000-7000-8000-${String(rowCount).padStart(12, '0')}`,
    event,
    timestamp,
    created_at: timestamp,
    team_id: PROJECT,
    distinct_id: person,
    person_id: `01900000-0000-7000-9000-${hex(person)}`,
    person_created_at: '2026-01-01 00:00:00',
    person_properties: {},
    properties,
    properties_text: JSON.stringify(properties),
  };
}

/** An experiment that starts on March 1, 2026. */
async function running(key: string): Promise<Experiment> {
  const variants = ['control', 'test'].map((name) => ({ key: name, rollout_percentage: 50 }));
  const filters = {
    groups: [{ properties: [], rollout_percentage: 100 }],
    multivariate: { variants },
  };
  return createExperimentRepository(database).create({ projectId: PROJECT, userId: 1 }, (live) => ({
    flag: live.find((flag) => flag.key === key) ?? { key, filters },
    fields: {
      name: key,
      metrics: [METRIC],
      startDate: new Date('2026-03-01T00:00:00Z'),
      statsConfig: { method: 'frequentist' },
      exposureCriteria: { filterTestAccounts: false },
    },
    savedMetrics: [],
  }));
}
const referenceOf = (experiment: Experiment): MetricReference => ({
  projectId: PROJECT,
  experimentId: experiment.id,
  metricUuid: UUID,
  fingerprint: metricFingerprint(METRIC, experiment),
});

interface Variant {
  readonly number_of_samples: number;
  readonly sum: number;
}
/** Samples and sum of both variants by day. */
async function stored(experiment: Experiment): Promise<Record<string, unknown>> {
  const rows = await results.list(referenceOf(experiment));
  return Object.fromEntries(
    rows.map(({ day, result, error }) => {
      const { baseline, variant_results: variants } = (result ?? {}) as {
        baseline?: Variant;
        variant_results?: Variant[];
      };
      const sums = [baseline, variants?.[0]].map((one) => [one?.number_of_samples, one?.sum]);
      return [day, error ?? sums.flat()];
    }),
  );
}
/** The same, computed from the description of the seed. */
function expected(day: number): readonly number[] {
  const until = DAYS.filter((one) => one <= day);
  const people = until.reduce((sum, n) => sum + n, 0);
  const bought = until.reduce((sum, n) => sum + n * n, 0);
  return [people, bought, people, 2 * bought];
}

it('calculates the last day that ended, then each later one, as it was at its end', async () => {
  const experiment = await running('offer');
  now = new Date('2026-03-03T01:59:00Z');
  await calculateDueDays(deps);
  expect(await stored(experiment)).toEqual({ '2026-03-01': expected(1) });
  now = new Date('2026-03-05T02:00:00Z');
  await calculateDueDays(deps);
  const all = Object.fromEntries(DAYS.map((day) => [`2026-03-0${day}`, expected(day)]));
  expect(await stored(experiment)).toEqual(all);
  const [first] = await results.list(referenceOf(experiment));
  await calculateDueDays(deps);
  expect((await results.list(referenceOf(experiment)))[0]).toEqual(first);
  // No value of a property is stored.
  expect(JSON.stringify(await results.list(referenceOf(experiment)))).not.toContain('ann@');
});

it('calculates all days again on request, also after a worker stopped', async () => {
  const experiment = await running('offer');
  const reference = referenceOf(experiment);
  now = new Date('2026-03-04T12:00:00Z');
  await results.store(reference, { day: '2026-03-01', result: { old: true }, error: null });
  const { recalculation, isNew } = await results.requestRecalculation(reference, METRIC);
  expect([isNew, recalculation.status, await stored(experiment)]).toEqual([true, 'pending', {}]);
  expect(await results.requestRecalculation(reference, METRIC)).toMatchObject({
    isNew: false,
    recalculation: { id: recalculation.id },
  });
  const stopping = new AbortController();
  stopping.abort();
  await recalculate({ ...deps, stopping: stopping.signal });
  expect(await results.findRecalculation(reference)).toMatchObject({ status: 'in_progress' });
  await recalculate(deps);
  expect(await results.findRecalculation(reference)).toBeNull();
  expect(await stored(experiment)).toEqual({
    '2026-03-01': expected(1),
    '2026-03-02': expected(2),
    '2026-03-03': expected(3),
  });
});

it('stores why a day failed, and continues later if the engine is unavailable', async () => {
  const experiment = await running('offer');
  now = new Date('2026-03-02T12:00:00Z');
  const failing = (error: Error): ResultsDeps => ({
    ...deps,
    lookups: { ...deps.lookups, findExperiment: () => Promise.reject(error) },
  });
  const unavailable = new QueryError(503, 'server_error', 'unavailable', 'Try again.', true);
  await expect(calculateDueDays(failing(unavailable))).rejects.toThrow('Try again.');
  expect(await stored(experiment)).toEqual({});
  const invalid = new QueryError(400, 'validation_error', 'memory', 'Too much memory.', true);
  await calculateDueDays(failing(invalid));
  expect(await stored(experiment)).toEqual({ '2026-03-01': 'Too much memory.' });
  await calculateDueDays(failing(new Error('connection to 10.0.0.1 lost')));
  expect(await stored(experiment)).toEqual({ '2026-03-01': 'Too much memory.' });
  await results.requestRecalculation(referenceOf(experiment), METRIC);
  await recalculate(failing(new Error('connection to 10.0.0.1 lost')));
  expect(await stored(experiment)).toEqual({ '2026-03-01': 'The calculation failed.' });
});
