import type { FunnelQuestion } from './test-support/funnel-cases';
import { funnelCases } from './test-support/funnel-cases';
import type { FunnelStep } from './test-support/funnel-scene';
import { ABC, counts, funnelScene } from './test-support/funnel-scene';
import { did } from './test-support/funnel-stories';

const { fixture, newProject } = funnelScene();

/** Cases for `it.each`: tuples of different lengths, each preceded by its first value, the name. */
const named = (lists: readonly FunnelQuestion[]) => lists.map((list) => [list[0], list] as const);

describe.each(Object.entries(funnelCases))('%s', (_, { world, people, asked }) => {
  let own = 0;
  beforeAll(async () => {
    own = newProject();
    if (world !== undefined) await fixture().world(own, world);
    await fixture().events(
      own,
      Object.entries(people).flatMap(([who, story]) => did(who, story)),
    );
  });

  it.each(named(asked))('%s', async (__, [, funnelsFilter, expected, query = {}]) => {
    const { results, total_median_conversion_time } = await fixture().run<{
      results: unknown;
      total_median_conversion_time: number | null;
    }>({ kind: 'FunnelsQuery', series: ABC, funnelsFilter, ...query }, { id: own });
    const isMedian = typeof expected === 'object' && expected !== null && 'median' in expected;
    const short = inShort(results);
    expect(isMedian ? { counts: short, median: total_median_conversion_time } : short).toEqual(
      expected,
    );
  });
});

/** Step counts after their breakdown value, if there is one; lines; bins with their mean. */
function inShort(results: unknown): unknown {
  if (!Array.isArray(results)) {
    const { bins, average_conversion_time: mean } = results as Record<string, unknown>;
    return { bins, mean };
  }
  return (
    results as (FunnelStep[] | (FunnelStep & { data?: number[]; breakdown_value?: unknown }))[]
  ).map((one) => {
    if (Array.isArray(one)) return [one[0]?.breakdown, ...counts(one)].flat();
    if (one.data === undefined) return one.count;
    return [one.breakdown_value ?? [], ...one.data].flat();
  });
}
