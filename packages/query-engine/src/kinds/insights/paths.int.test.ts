import type { InsightFixture, TestEvent } from './test-support/insight-fixture';
import { createInsightFixture } from './test-support/insight-fixture';

interface Paths {
  readonly results: {
    readonly source: string;
    readonly target: string;
    readonly value: number;
    readonly average_conversion_time: number;
  }[];
}

let fixture: InsightFixture;
let project = 0;
beforeAll(async () => {
  fixture = await createInsightFixture();
});
afterAll(() => fixture.close());
beforeEach(() => {
  project += 1;
});

/** Page views of one person, some minutes after noon. */
function walk(who: string, ...steps: (readonly [minute: number, url: string])[]): TestEvent[] {
  return steps.map(([minute, url]) => ({
    at: new Date(Date.UTC(2020, 0, 15, 12, minute)).toISOString().slice(0, 19).replace('T', ' '),
    who,
    properties: { $current_url: url },
  }));
}

async function paths(
  events: readonly TestEvent[],
  pathsFilter: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): Promise<string[]> {
  if (events.length > 0) await fixture.events(project, events);
  const { results } = await fixture.run<Paths>(
    { kind: 'PathsQuery', pathsFilter, ...query },
    { id: project },
  );
  return results.map(({ source, target, value }) => `${source} > ${target}: ${value}`);
}

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

it('says how long an edge took, in milliseconds', async () => {
  await fixture.events(project, ACTIVITY);
  const { results } = await fixture.run<Paths>(
    { kind: 'PathsQuery', pathsFilter: {} },
    { id: project },
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
  const { results } = await fixture.run<Paths>(
    { kind: 'PathsQuery', pathsFilter: { startPoint: '/1', endPoint: '/5', stepLimit: 4 } },
    { id: project },
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

it('scales what is sampled', async () => {
  await fixture.events(project, ACTIVITY);
  const { results } = await fixture.run<Paths>(
    { kind: 'PathsQuery', pathsFilter: {}, samplingFactor: 0.5 },
    { id: project },
  );
  expect(results.every(({ value }) => value % 2 === 0)).toBe(true);
});

it('shows five steps and fifty edges unless said', async () => {
  const long = walk('a', ...[1, 2, 3, 4, 5, 6, 7].map((at) => [at, `/${at}`] as const));
  expect((await paths(long)).at(-1)).toBe('4_/4 > 5_/5: 1');
  project += 1;
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
  await fixture.events(project, [
    ...on('2020-01-14', 'a', 'x'),
    ...on('2020-01-15', 'b', 'y'),
    ...on('2020-01-16', 'c', 'x'),
  ]);
  const dateRange = { date_from: '2020-01-14', date_to: '2020-01-15' };
  expect(await paths([], {}, { dateRange })).toEqual(['1_/ > 2_/x: 1', '1_/ > 2_/y: 1']);
  const ofX = { key: 'browser', type: 'event', operator: 'exact', value: 'x' };
  const either = { type: 'OR', values: [{ type: 'AND', values: [ofX] }] };
  expect(await paths([], {}, { dateRange, properties: either })).toEqual(['1_/ > 2_/x: 1']);
  const { results } = await fixture.run<Paths>(
    { kind: 'PathsQuery', pathsFilter: {}, dateRange, filterTestAccounts: true },
    {
      id: project,
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

describe('around a funnel', () => {
  const at = (who: string, minute: number, event: string): TestEvent => ({
    at: new Date(Date.UTC(2020, 0, 15, 12, minute)).toISOString().slice(0, 19).replace('T', ' '),
    who,
    event,
  });
  // a goes through all of it, b stops after two steps, c after the first, d is not in it at all.
  const WALKS = [
    ...['home', 'one', 'x', 'two', 'y', 'three', 'end'].map((event, step) =>
      at('a', step * 60, event),
    ),
    ...['one', 'two', 'lost'].map((event, step) => at('b', step, event)),
    ...['one', 'gone'].map((event, step) => at('c', step, event)),
    ...['home', 'x'].map((event, step) => at('d', step, event)),
  ];
  const node = (event: string) => ({ kind: 'EventsNode', event });
  const SOURCE = { kind: 'FunnelsQuery', series: [node('one'), node('two'), node('three')] };
  const around = (type: string, funnelStep: number, more: object = {}) => ({
    funnelPathsFilter: {
      funnelPathType: `funnel_path_${type}`,
      funnelSource: { ...SOURCE, ...more },
      funnelStep,
    },
  });

  it.each<[string, number, string[]]>([
    ['after_step', 3, ['1_three > 2_end: 1']],
    ['after_step', -2, ['1_one > 2_gone: 1']],
    ['after_step', -3, ['1_two > 2_lost: 1']],
    [
      'before_step',
      2,
      ['1_home > 2_one: 1', '1_one > 2_two: 1', '2_one > 3_x: 1', '3_x > 4_two: 1'],
    ],
    ['before_step', -2, ['1_one > 2_gone: 1']],
    ['between_steps', 2, ['1_one > 2_two: 1', '1_one > 2_x: 1', '2_x > 3_two: 1']],
    ['between_steps', 3, ['1_two > 2_y: 1', '2_y > 3_three: 1']],
  ])('%s %i: pauses are as long as its window', async (type, step, expected) => {
    expect(await paths(WALKS, {}, around(type, step))).toEqual(expected);
  });

  it('within its window, and with its actors', async () => {
    const hours = { funnelsFilter: { funnelWindowInterval: 2, funnelWindowIntervalUnit: 'hour' } };
    expect(await paths(WALKS, {}, around('between_steps', 2, hours))).toEqual([
      '1_one > 2_two: 1',
      '1_one > 2_x: 1',
      '2_x > 3_two: 1',
    ]);
    expect(await paths([], {}, around('after_step', 3, hours))).toEqual([]);
    const { results } = await fixture.run<{ results: unknown[][] }>(
      {
        kind: 'InsightActorsQuery',
        source: {
          kind: 'PathsQuery',
          pathsFilter: { pathEndKey: '2_two' },
          ...around('between_steps', 2),
        },
      },
      { id: project },
    );
    expect(results).toHaveLength(1);
  });

  it.each<[string, object]>([
    ['groups', { aggregation_group_type_index: 0 }],
    ['an expression', { funnelsFilter: { funnelAggregateByHogQL: 'properties.$session_id' } }],
  ])('of other actors: %s', async (_, more) => {
    const of = (group0: string, from: number, ...events: string[]): TestEvent[] =>
      events.map((event, step) => ({ ...at(group0, from + step, event), group0, session: group0 }));
    await fixture.events(project, [
      ...of('whole', 0, 'home', 'one', 'x', 'two', 'end'),
      ...of('half', 300, 'home', 'one', 'lost'),
    ]);
    const series = [node('one'), node('two')];
    const walked = (type: string, step: number): Promise<string[]> =>
      paths([], {}, around(type, step, { ...more, series }));
    expect(await walked('after_step', 2)).toEqual(['1_two > 2_end: 1']);
    expect(await walked('before_step', 1)).toEqual(['1_home > 2_one: 2']);
    expect(await walked('between_steps', 2)).toEqual(['1_one > 2_x: 1', '2_x > 3_two: 1']);
    // Events of other types leave nothing of their ways.
    const pages = { includeEventTypes: ['$pageview'], pathGroupings: ['end'] };
    expect(await paths([], pages, around('after_step', 2, { ...more, series }))).toEqual([]);
  });

  it.each([
    [around('between_steps', 1), 'funnelPathsFilter__funnelStep'],
    [around('after_step', 4), 'funnelPathsFilter__funnelStep'],
    [around('before_step', -1), 'funnelPathsFilter__funnelStep'],
  ])('rejects what makes no sense: %j', async (query, attr) => {
    await expect(paths([], {}, query)).rejects.toMatchObject({ status: 400, attr });
  });
});

it('cleans paths by the rules of the project, then by those of the query', async () => {
  await fixture.events(project, walk('a', [0, '/user/1'], [1, '/user/2/edit'], [2, '/docs']));
  const pathCleaning = [
    { regex: '/user/[0-9]+', alias: '/user/<id>' },
    { regex: '<id>/edit$', alias: '<id>/change' },
  ];
  const of = async (pathsFilter: object): Promise<string[]> => {
    const { results } = await fixture.run<Paths>(
      { kind: 'PathsQuery', pathsFilter },
      { id: project, pathCleaning },
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
