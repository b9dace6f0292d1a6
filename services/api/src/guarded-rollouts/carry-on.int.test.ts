import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase } from '@tidemark/postgres';
import { createIsolatedStores } from '@tidemark/testing';
import { createPayloadSecrets } from '../feature-flags/payload-secrets';
import { createRepositories } from '../repositories';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';
import type { CarryOnDeps } from './carry-on';
import { carryOnDue } from './carry-on';

let api: TestApi;
let database: Database;
let base: string;
/** What the engine does for a flag; the others have no people. */
let answers: Readonly<Record<string, () => Readonly<Record<string, unknown>>>>;
beforeAll(async () => {
  const stores = await createIsolatedStores();
  // Only the worker of the test checks rollouts.
  api = await startTestApi(stores, {}, { rolloutSweepMs: 3_600_000 });
  database = createDatabase(stores.postgres, {
    poolSize: 2,
    logger: createLogger('test', 'silent'),
  });
});
afterAll(async () => {
  await database.close();
  await api.stop();
});
beforeEach(async () => {
  base = `/api/projects/${await api.newProject()}/`;
  answers = {};
});

const EVENT = { kind: 'EventsNode', event: 'order', math: 'sum', math_property: 'amount' };
const RATIO = { metric_type: 'ratio', numerator: EVENT, denominator: EVENT };

async function begun(key: string): Promise<number> {
  const filters = { groups: [{ properties: [], rollout_percentage: 0 }] };
  const flag = await api.call('POST', `${base}feature_flags/`, { json: { key, filters } });
  const json = {
    feature_flag_id: flag.body.id,
    steps: [{ percentage: 10, minutes: 60 }],
    metric: { kind: 'ExperimentMetric', ...RATIO },
  };
  const made = await api.call('POST', `${base}guarded_rollouts/`, { json });
  expect({ status: made.status, text: made.text }).toMatchObject({ status: 201 });
  return made.body.id;
}

/** The totals of both groups, of 200 people each, for a sum of denominators. */
function totals(denominator_sum: number): Readonly<Record<string, unknown>> {
  const side = {
    ...{ number_of_samples: 200, sum: 10, sum_squares: 10 },
    ...{ denominator_sum, denominator_sum_squares: 20, numerator_denominator_sum_product: 10 },
  };
  return { baseline: { key: 'false', ...side }, variant_results: [{ key: 'true', ...side }] };
}

async function checkAll(): Promise<void> {
  await database.db.updateTable('guarded_rollouts').set({ next_check_at: new Date() }).execute();
  const deps: CarryOnDeps = {
    ...createRepositories(database),
    secrets: createPayloadSecrets(null),
    announceChange: () => Promise.resolve(),
    engine: {
      ask: (_request, _listener, experiment) =>
        Promise.resolve((answers[experiment?.featureFlagKey ?? ''] ?? (() => totals(20)))()),
    },
    now: () => new Date(Date.now() + 1_000),
    logger: createLogger('test', 'silent'),
  };
  await carryOnDue(deps);
}

const rolloutOf = async (id: number) =>
  (await api.call('GET', `${base}guarded_rollouts/${id}/`)).body;

it('rolls back when the metric has no value, and checks the other rollouts', async () => {
  const [cancelled, healthy] = [await begun('cancelled'), await begun('healthy')];
  await checkAll();
  // Amounts of 0.1, 0.2 and -0.3 add up to almost nothing: a ratio to them means nothing.
  answers = { cancelled: () => totals(0.1 + 0.2 - 0.3) };
  await checkAll();
  expect(await rolloutOf(cancelled)).toMatchObject({
    status: 'running',
    checks: [
      {
        action: 'failed',
        reason: 'The metric could not be computed: The denominator is zero.',
      },
      { action: 'widen' },
    ],
  });
  expect(await rolloutOf(healthy)).toMatchObject({ checks: [{ action: 'wait' }, {}] });
  for (let more = 0; more < 4; more += 1) await checkAll();
  expect(await rolloutOf(cancelled)).toMatchObject({ status: 'rolled_back' });
  expect(await rolloutOf(healthy)).toMatchObject({ status: 'running' });
});

it('checks the other rollouts after an error, which it reports', async () => {
  const [broken, healthy] = [await begun('broken'), await begun('sound')];
  await checkAll();
  answers = {
    broken: () => {
      throw new Error('the engine is unavailable');
    },
  };
  await expect(checkAll()).rejects.toThrow('the engine is unavailable');
  expect(await rolloutOf(broken)).toMatchObject({ checks: [{ action: 'widen' }] });
  expect(await rolloutOf(healthy)).toMatchObject({ checks: [{ action: 'wait' }, {}] });
});

it('counts a check as failed whose metric is not valid any more', async () => {
  const id = await begun('outdated');
  await checkAll();
  await database.db
    .updateTable('guarded_rollouts')
    .set({ metric: JSON.stringify({ kind: 'ExperimentMetric', metric_type: 'former' }) })
    .where('id', '=', id)
    .execute();
  await checkAll();
  const reason = 'The metric could not be computed: The metric is not valid any more';
  expect(await rolloutOf(id)).toMatchObject({ checks: [{ action: 'failed', reason }, {}] });
});
