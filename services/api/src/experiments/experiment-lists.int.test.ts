import { experimentScene, variants } from '../test-support/experiment-scene';

const scene = experimentScene();

interface Listed {
  readonly count: number;
  readonly results: readonly { readonly key: string; readonly filters: object }[];
}

const flagOf = async (key: string, keys: readonly string[], more: object = {}) => {
  const made = await scene.api.call('POST', `/api/projects/${scene.project}/feature_flags/`, {
    json: {
      key,
      filters: {
        groups: [{ rollout_percentage: 100 }],
        ...(keys.length > 0 && {
          multivariate: {
            variants: variants(...keys.map((one) => [one, 100 / keys.length] as const)),
          },
        }),
      },
      ...more,
    },
  });
  expect({ status: made.status, text: made.text }).toMatchObject({ status: 201 });
  return made;
};

const eligible = async (query = ''): Promise<Listed> => {
  const path = `/api/projects/${scene.project}/experiments/eligible_feature_flags/${query}`;
  const { status, body, text } = await scene.api.call('GET', path);
  expect({ status, text }).toMatchObject({ status: 200 });
  return body as unknown as Listed;
};
const keysOf = async (query = '') => (await eligible(query)).results.map(({ key }) => key);

it('lists the flags that an experiment can have', async () => {
  await flagOf('plain', []);
  await flagOf('single', ['control']);
  await flagOf('reversed', ['test', 'control']);
  await flagOf('one', ['control', 'test'], { name: 'Price page' });
  await flagOf('two', ['control', 'a', 'b', 'c'], { active: false });
  const deleted = await flagOf('deleted', ['control', 'test']);
  await scene.api.call(
    'PATCH',
    `/api/projects/${scene.project}/feature_flags/${deleted.body.id}/`,
    {
      json: { deleted: true },
    },
  );
  expect(await eligible()).toMatchObject({
    count: 2,
    results: [{ key: 'two', active: false, status: 'INACTIVE', created_by: {} }, { key: 'one' }],
  });
  expect(await keysOf('?order=key')).toEqual(['one', 'two']);
  expect(await keysOf('?search=PRICE')).toEqual(['one']);
  expect(await keysOf('?active=false')).toEqual(['two']);
  expect(await keysOf('?created_by_id=999999')).toEqual([]);
  expect(await eligible('?limit=1&offset=1')).toMatchObject({
    count: 2,
    results: [{ key: 'one' }],
  });
  const path = `/api/projects/${scene.project}/experiments/eligible_feature_flags/?order=filters`;
  expect(await scene.api.call('GET', path)).toMatchObject({ status: 400, body: { attr: 'order' } });
});

it('counts the experiments that were started and ended lately', async () => {
  const stats = async () =>
    (await scene.api.call('GET', `/api/projects/${scene.project}/experiments/stats/`)).body;
  const none = {
    launched_last_30d: 0,
    launched_previous_30d: 0,
    percent_change: 0,
    active_experiments: 0,
    completed_last_30d: 0,
  };
  expect(await stats()).toEqual(none);
  const day = 86_400_000;
  const ago = (days: number): string => new Date(Date.now() - days * day).toISOString();
  await scene.draft('draft');
  await scene.draft('running', { start_date: ago(2) });
  expect(await stats()).toMatchObject({ launched_last_30d: 1, percent_change: 100 });
  await scene.draft('ended', { start_date: ago(40), end_date: ago(3) });
  await scene.draft('older', { start_date: ago(45), end_date: ago(35) });
  await scene.draft('oldest', { start_date: ago(90), end_date: ago(80) });
  const archived = await scene.draft('archived', { start_date: ago(5), end_date: ago(4) });
  await scene.patch(archived, { archived: true });
  const removed = await scene.draft('removed', { start_date: ago(5) });
  await scene.patch(removed, { deleted: true });
  await scene.draft('third', { start_date: ago(35) });
  expect(await stats()).toEqual({
    launched_last_30d: 1,
    launched_previous_30d: 3,
    percent_change: -66.7,
    active_experiments: 2,
    completed_last_30d: 1,
  });
});

it.each([
  ['experiment_holdouts', { filters: [{ properties: [], rollout_percentage: 5 }] }],
  [
    'experiment_saved_metrics',
    {
      query: {
        kind: 'ExperimentMetric',
        metric_type: 'mean',
        source: { kind: 'EventsNode', event: 'paid' },
      },
    },
  ],
])('finds %s by a part of their name', async (list, fields) => {
  const path = `/api/projects/${scene.project}/${list}/`;
  for (const name of ['Half-price 50%', 'Spring sale', 'Summer sale']) {
    const made = await scene.api.call('POST', path, { json: { name, ...fields } });
    expect({ status: made.status, text: made.text }).toMatchObject({ status: 201 });
  }
  const found = async (search: string, more = '') => {
    const query = `?search=${encodeURIComponent(search)}${more}`;
    const { count, results } = (await scene.api.call('GET', path + query)).body as unknown as {
      readonly count: number;
      readonly results: readonly { readonly name: string }[];
    };
    return { count, names: results.map(({ name }) => name) };
  };
  expect((await found('SALE')).count).toBe(2);
  expect(await found('sale', '&limit=1')).toMatchObject({ count: 2, names: [expect.any(String)] });
  expect((await found('%')).names).toEqual(['Half-price 50%']);
  expect((await found('')).count).toBe(3);
});
