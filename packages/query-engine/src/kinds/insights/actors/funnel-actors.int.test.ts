import type { InsightFixture, TestEvent } from '../test-support/insight-fixture';
import { createInsightFixture, personId } from '../test-support/insight-fixture';

let fixture: InsightFixture;
beforeAll(async () => {
  fixture = await createInsightFixture();
  const story = (who: string, ...events: string[]): TestEvent[] =>
    events.map((event, minute) => ({
      event,
      who,
      at: `2020-01-15 12:0${minute}:00`,
      properties: { os: who < 'r' ? 'mac' : 'win' },
    }));
  await fixture.events(1, [
    ...story('p', 'a', 'b', 'c'),
    ...story('q', 'a', 'b'),
    ...story('r', 'a'),
    ...story('s', 'b'),
  ]);
});
afterAll(() => fixture.close());

const WHO = new Map(['p', 'q', 'r', 's'].map((who) => [personId(who), who]));
const SOURCE = {
  kind: 'FunnelsQuery',
  series: ['a', 'b', 'c'].map((event) => ({ kind: 'EventsNode', event })),
};

async function people(query: object, source: object = {}): Promise<(string | undefined)[]> {
  const { results } = await fixture.run<{ results: { id: string }[][] }>({
    kind: 'ActorsQuery',
    select: ['actor'],
    source: { kind: 'FunnelsActorsQuery', source: { ...SOURCE, ...source }, ...query },
  });
  return results.map(([actor]) => WHO.get(actor?.id ?? '')).sort();
}

it.each([
  [1, ['p', 'q', 'r']],
  [2, ['p', 'q']],
  [3, ['p']],
  [-2, ['r']],
  [-3, ['q']],
])('lists who is behind step %i', async (funnelStep, expected) => {
  expect(await people({ funnelStep })).toEqual(expected);
});

it('lists those of a breakdown value, and of all others together', async () => {
  const broken = { breakdownFilter: { breakdown: 'os', breakdown_limit: 1 } };
  expect(await people({ funnelStep: 1, funnelStepBreakdown: ['mac'] }, broken)).toEqual(['p', 'q']);
  expect(await people({ funnelStep: 1, funnelStepBreakdown: 'Other' }, broken)).toEqual(['r']);
});

it('lists who converted in a period, and who dropped off', async () => {
  const trends = { funnelsFilter: { funnelVizType: 'trends' }, interval: 'day' };
  const of = (funnelTrendsDropOff: boolean, day: string) =>
    people({ funnelTrendsDropOff, funnelTrendsEntrancePeriodStart: day }, trends);
  expect(await of(false, '2020-01-15')).toEqual(['p']);
  expect(await of(true, '2020-01-15 00:00:00')).toEqual(['q', 'r']);
  expect(await of(true, '2020-01-16')).toEqual([]);
});

it.each([0, -1, 4, -4])('refuses step %i', async (funnelStep) => {
  await expect(people({ funnelStep })).rejects.toMatchObject({ status: 400, attr: 'funnelStep' });
});
