import { generateShop, PAYMENT_RATES, SEED } from '@tidemark/demo';
import { waitUntil } from '@tidemark/testing';
import type { SharedProject } from '../test-support/shared-project';
import { sharedProject } from '../test-support/shared-project';

interface VariantResult {
  readonly key: string;
  readonly number_of_samples: number;
  readonly sum: number;
  readonly significant: boolean;
  readonly confidence_interval?: readonly [number, number] | null;
  readonly credible_interval?: readonly [number, number] | null;
  readonly chance_to_win?: number | null;
}
interface ExperimentResult {
  readonly baseline: VariantResult;
  readonly variant_results: readonly VariantResult[];
}

/** Each run generates the same events, so the intervals are also the same. */
const NOW = new Date('2026-10-15T12:00:00Z');
const START = '2026-08-15T00:00:00Z';
const FLAG = 'new-checkout';
/** The first exposure of each person is a checkout, which is paid within minutes or never. */
const PAID = {
  ...{ kind: 'ExperimentMetric', metric_type: 'mean', goal: 'increase' },
  source: { kind: 'EventsNode', event: 'order paid', math: 'total' },
  ...{ conversion_window: 1, conversion_window_unit: 'hour' },
};
const TRUE_EFFECT = PAYMENT_RATES.test / PAYMENT_RATES.control - 1;

/** An experiment from its draft to a decision, on the sample shop, where the true effect is known. */
describe('an experiment with a known effect', () => {
  let project: SharedProject;
  let experiments: string;
  let id: number;

  beforeAll(async () => {
    project = await sharedProject('Experiment with a known effect');
    experiments = `/api/projects/${project.projectId}/experiments/`;
    let sent = 0;
    for (const batch of generateShop({ seed: SEED, now: NOW, events: 30_000 })) {
      const response = await fetch(`${project.url}/batch/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          ...{ api_key: project.projectApiKey, historical_migration: true, batch },
        }),
      });
      if (!response.ok) throw new Error(await response.text());
      sent += batch.length;
    }
    await waitUntil(async () =>
      expect(await project.api.hogql(project.projectId, 'SELECT count() FROM events')).toEqual([
        [sent],
      ]),
    );
  });

  const step = async (path: string, body: object = {}) => {
    const response = await project.api.post(`${experiments}${path}`, body);
    expect({ status: response.status, body: response.body }).toMatchObject({
      status: path === '' ? 201 : 200,
    });
    return response.body as Record<string, unknown> & { readonly id: number };
  };
  const change = async (body: object): Promise<void> => {
    expect((await project.api.patch(`${experiments}${id}/`, body)).status).toBe(200);
  };
  const resultWith = async (statistics: object): Promise<ExperimentResult> => {
    await change({ stats_config: statistics });
    const response = await project.api.post(`/api/projects/${project.projectId}/query/`, {
      query: { kind: 'ExperimentQuery', experiment_id: id, metric: PAID },
      refresh: 'force_blocking',
    });
    expect(response.status).toBe(200);
    return response.body as ExperimentResult;
  };
  const served = async (): Promise<unknown[]> => {
    const people = Array.from({ length: 20 }, (_, at) => `somebody-${at}`);
    return Promise.all(
      people.map(async (distinctId) => {
        const response = await fetch(`${project.url}/flags/?v=2`, {
          method: 'POST',
          body: JSON.stringify({ token: project.projectApiKey, distinct_id: distinctId }),
        });
        const { flags } = (await response.json()) as {
          flags: Record<string, { enabled: boolean; variant?: string }>;
        };
        return flags[FLAG]?.variant ?? flags[FLAG]?.enabled;
      }),
    );
  };

  it('is a draft whose flag is off, and is launched', async () => {
    const draft = await step('', {
      ...{ name: 'New checkout', feature_flag_key: FLAG, metrics: [PAID] },
      parameters: {
        feature_flag_variants: [
          { key: 'control', rollout_percentage: 50 },
          { key: 'test', rollout_percentage: 50 },
        ],
      },
    });
    id = draft.id;
    expect(draft['status']).toBe('draft');
    expect(await served()).not.toContain('test');
    expect(await step(`${id}/launch/`)).toMatchObject({ status: 'running' });
    await waitUntil(async () =>
      expect(new Set(await served())).toEqual(new Set(['control', 'test'])),
    );
    // Moves the start of the experiment before the sample data.
    await change({ start_date: START });
  });

  it('has the number of exposed people in each variant that follows from the events', async () => {
    const { baseline, variant_results } = await resultWith({ method: 'frequentist' });
    const found = [baseline, ...variant_results].map((one) => [
      ...[one.key, one.number_of_samples, one.sum],
    ]);
    const second = await project.api.hogql(
      project.projectId,
      `SELECT variant, count(), sum(paid) FROM (
        SELECT x.person_id AS unit, any(x.variant) AS variant,
          countIf(o.at >= x.first AND o.at <= x.first + INTERVAL 1 HOUR) AS paid
        FROM (
          SELECT person_id, min(timestamp) AS first, any(toString(properties.$feature_flag_response)) AS variant
          FROM events WHERE event = '$feature_flag_called' GROUP BY person_id
        ) AS x
        LEFT JOIN (SELECT person_id, timestamp AS at FROM events WHERE event = 'order paid') AS o
          ON o.person_id = x.person_id
        GROUP BY unit
      ) GROUP BY variant ORDER BY variant`,
    );
    expect(found).toEqual(second);
    expect(Math.min(...found.map((row) => Number(row[1])))).toBeGreaterThan(300);
  });

  it.each([
    ['frequentist', { method: 'frequentist' }],
    ['sequential', { method: 'frequentist', frequentist: { sequential_testing_enabled: true } }],
    ['Bayesian', { method: 'bayesian' }],
  ])('has a %s interval that contains the true effect but not zero', async (_, statistics) => {
    const { variant_results } = await resultWith(statistics);
    const [test] = variant_results;
    const [low, high] = test?.confidence_interval ?? test?.credible_interval ?? [NaN, NaN];
    expect(test).toMatchObject({ key: 'test', significant: true });
    expect(low).toBeLessThan(TRUE_EFFECT);
    expect(high).toBeGreaterThan(TRUE_EFFECT);
  });

  it('is decided: everybody gets the better variant, and lists omit the experiment', async () => {
    const body = { variant_key: 'test', release_to_everyone: true, conclusion: 'won' };
    expect(await step(`${id}/ship_variant/`, body)).toMatchObject({
      ...{ status: 'stopped', conclusion: 'won' },
    });
    await waitUntil(async () => expect(new Set(await served())).toEqual(new Set(['test'])));
    await step(`${id}/archive/`);
    expect((await project.api.get(experiments)).body).toMatchObject({ count: 0 });
  });
});
