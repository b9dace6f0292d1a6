import type { TestEvent } from './test-support/insight-fixture';
import type { Paths } from './test-support/paths-scene';
import { walk, pathsScene } from './test-support/paths-scene';

const { fixture, project, newProject, paths } = pathsScene();

const ACTIVITY = [
  ...walk('a', [0, '/'], [1, '/pricing'], [2, '/about/']),
  ...walk('b', [0, '/'], [3, '/pricing/'], [9, '/docs']),
  ...walk('c', [0, '/pricing'], [5, '/']),
];

it('counts edges by position, with pages without their last slash', async () => {
  expect(await paths(ACTIVITY)).toEqual([
    '1_/ > 2_/pricing: 2',
    '1_/pricing > 2_/: 1',
    '2_/pricing > 3_/about: 1',
    '2_/pricing > 3_/docs: 1',
  ]);
});

it('reports the response time of an edge in milliseconds', async () => {
  await fixture().events(project(), ACTIVITY);
  const { results } = await fixture().run<Paths>(
    { kind: 'PathsQuery', pathsFilter: {} },
    { id: project() },
  );
  expect(results[0]).toEqual({
    source: '1_/',
    target: '2_/pricing',
    value: 2,
    average_conversion_time: 120_000,
  });
});

it('starts anew after half an hour, and takes repeats as one', async () => {
  const events = walk('a', [0, '/'], [1, '/x'], [2, '/x'], [31, '/y'], [61, '/z'], [62, '/end']);
  expect(await paths(events)).toEqual(['1_/ > 2_/x: 1', '1_/z > 2_/end: 1', '2_/x > 3_/y: 1']);
});

it('begins at the start point, without what came before', async () => {
  expect(await paths(ACTIVITY, { startPoint: '/pricing/' })).toEqual([
    '1_/pricing > 2_/: 1',
    '1_/pricing > 2_/about: 1',
    '1_/pricing > 2_/docs: 1',
  ]);
});

it('ends at the end point with the last steps before it', async () => {
  const events = walk('a', [0, '/1'], [1, '/2'], [2, '/3'], [3, '/4'], [4, '/5']);
  expect(await paths(events, { endPoint: '/4', stepLimit: 3 })).toEqual([
    '1_/2 > 2_/3: 1',
    '2_/3 > 3_/4: 1',
  ]);
  const { results } = await fixture().run<Paths>(
    { kind: 'PathsQuery', pathsFilter: { startPoint: '/1', endPoint: '/5', stepLimit: 4 } },
    { id: project() },
  );
  // Dots stand where the first step that is not shown was.
  expect(results.map((edge) => [edge.source, edge.average_conversion_time])).toEqual([
    ['1_/1', 60_000],
    ['2_/2', 60_000],
    ['3_...', 60_000],
    ['4_/4', 60_000],
  ]);
  expect(results.at(-1)?.target).toBe('5_/5');
});

it('takes screens, custom events, or what an expression says', async () => {
  const events: TestEvent[] = [
    { at: '2020-01-15 12:00:00', who: 'a', event: '$screen', properties: { $screen_name: 'home' } },
    { at: '2020-01-15 12:01:00', who: 'a', event: 'tapped' },
    { at: '2020-01-15 12:02:00', who: 'a', event: '$screen', properties: { $screen_name: 'done' } },
  ];
  expect(await paths(events, { includeEventTypes: ['$screen'] })).toEqual(['1_home > 2_done: 1']);
  expect(await paths([], { includeEventTypes: ['custom_event', '$screen'] })).toEqual([
    '1_home > 2_tapped: 1',
    '2_tapped > 3_done: 1',
  ]);
  expect(
    await paths([], {
      includeEventTypes: ['hogql'],
      pathsHogQLExpression: "if(event = '$screen', 'seen', 'done')",
    }),
  ).toEqual(['1_seen > 2_done: 1', '2_done > 3_seen: 1']);
  // Beside types of events it names those that have no name of their own.
  const named = { pathsHogQLExpression: "concat('did ', event)" };
  expect(await paths([], named)).toEqual(['1_home > 2_did tapped: 1', '2_did tapped > 3_done: 1']);
  expect(await paths([], { ...named, includeEventTypes: ['hogql', '$screen'] })).toEqual([
    '1_home > 2_done: 1',
  ]);
  expect(await paths([], { excludeEvents: ['$screen', 'x'], includeEventTypes: [] })).toEqual([]);
});

it('finds patterns anywhere in an item, the last of several', async () => {
  const events = walk('a', [0, '/en/u/1/edit'], [1, '/docs?u=1'], [2, '/end']);
  expect(await paths(events, { pathGroupings: ['/u/*', '/docs?u=1', '/docs*'] })).toEqual([
    '1_/u/* > 2_/docs*: 1',
    '2_/docs* > 3_/end: 1',
  ]);
});

it('scales sampled results', async () => {
  await fixture().events(project(), ACTIVITY);
  const { results } = await fixture().run<Paths>(
    { kind: 'PathsQuery', pathsFilter: {}, samplingFactor: 0.5 },
    { id: project() },
  );
  expect(results.every(({ value }) => value % 2 === 0)).toBe(true);
});

it('shows five steps and fifty edges unless said', async () => {
  const long = walk('a', ...[1, 2, 3, 4, 5, 6, 7].map((at) => [at, `/${at}`] as const));
  expect((await paths(long)).at(-1)).toBe('4_/4 > 5_/5: 1');
  newProject();
  const many = Array.from({ length: 55 }, (_, at) =>
    walk(`p${at}`, [0, '/'], [1, `/${at}`]),
  ).flat();
  expect(await paths(many)).toHaveLength(50);
});

it('takes filters, test accounts, and a range to its end', async () => {
  const on = (day: string, who: string, browser: string): TestEvent[] =>
    ['/', `/${browser}`].map((url, step) => ({
      at: `${day} 23:59:5${8 + step}`,
      who,
      properties: { $current_url: url, browser },
      personProperties: { email: `${who}@${browser}.com` },
    }));
  await fixture().events(project(), [
    ...on('2020-01-14', 'a', 'x'),
    ...on('2020-01-15', 'b', 'y'),
    ...on('2020-01-16', 'c', 'x'),
  ]);
  const dateRange = { date_from: '2020-01-14', date_to: '2020-01-15' };
  expect(await paths([], {}, { dateRange })).toEqual(['1_/ > 2_/x: 1', '1_/ > 2_/y: 1']);
  const ofX = { key: 'browser', type: 'event', operator: 'exact', value: 'x' };
  const either = { type: 'OR', values: [{ type: 'AND', values: [ofX] }] };
  expect(await paths([], {}, { dateRange, properties: either })).toEqual(['1_/ > 2_/x: 1']);
  const { results } = await fixture().run<Paths>(
    { kind: 'PathsQuery', pathsFilter: {}, dateRange, filterTestAccounts: true },
    {
      id: project(),
      testAccountFilters: [
        { key: 'email', type: 'person', operator: 'not_icontains', value: 'x.com' },
      ],
    },
  );
  expect(results.map(({ target }) => target)).toEqual(['2_/y']);
});

it('groups, cleans and leaves items out', async () => {
  const events = walk('a', [0, '/u/1'], [1, '/u/2/edit'], [2, '/skip'], [3, '/id/77']);
  expect(
    await paths(events, {
      pathGroupings: ['/u/*'],
      excludeEvents: ['/skip'],
      localPathCleaningFilters: [{ regex: '/id/\\d+', alias: '/id/:id' }],
    }),
  ).toEqual(['1_/u/* > 2_/id/:id: 1']);
});

it('keeps edges within bounds of their weight, and no more than asked for', async () => {
  expect(await paths(ACTIVITY, { minEdgeWeight: 2 })).toEqual(['1_/ > 2_/pricing: 2']);
  expect(await paths([], { maxEdgeWeight: 1 })).toEqual(['1_/pricing > 2_/: 1']);
  expect(await paths([], { edgeLimit: 1 })).toEqual(['1_/ > 2_/pricing: 2']);
});

it('cleans paths by the rules of the project, then by those of the query', async () => {
  await fixture().events(project(), walk('a', [0, '/user/1'], [1, '/user/2/edit'], [2, '/docs']));
  const pathCleaning = [
    { regex: '/user/[0-9]+', alias: '/user/<id>' },
    { regex: '<id>/edit$', alias: '<id>/change' },
  ];
  const of = async (pathsFilter: object): Promise<string[]> => {
    const { results } = await fixture().run<Paths>(
      { kind: 'PathsQuery', pathsFilter },
      { id: project(), pathCleaning },
    );
    return results.map(({ source, target }) => `${source} > ${target}`);
  };
  expect(await of({})).toEqual(['1_/user/1 > 2_/user/2/edit', '2_/user/2/edit > 3_/docs']);
  expect(
    await of({
      pathReplacements: true,
      localPathCleaningFilters: [{ regex: '^/user/<id>$', alias: 'profile' }],
    }),
  ).toEqual(['1_profile > 2_/user/<id>/change', '2_/user/<id>/change > 3_/docs']);
});
