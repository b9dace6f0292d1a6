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

it('tells how long an edge took, in milliseconds', async () => {
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
  expect(await paths([], { startPoint: '/1', endPoint: '/5', stepLimit: 4 })).toEqual([
    '1_/1 > 2_/2: 1',
    '2_/2 > 3_...: 1',
    '3_... > 4_/4: 1',
    '4_/4 > 5_/5: 1',
  ]);
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
