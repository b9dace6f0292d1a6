import type { FunnelStep } from './test-support/funnel-scene';
import { counts, funnelScene } from './test-support/funnel-scene';
import { did } from './test-support/funnel-stories';

const { funnel } = funnelScene();

describe('breakdowns', () => {
  const by = (more: object = {}): Record<string, unknown> => ({
    breakdownFilter: { breakdown: 'os', breakdown_type: 'event', ...more },
  });
  const events = [
    { ...did('p', 'a0')[0]!, properties: { os: 'mac' } },
    { ...did('p', 'b1')[0]!, properties: { os: 'win' } },
    { ...did('q', 'a0')[0]!, properties: {} },
    { ...did('q', 'b1')[0]!, properties: { os: 'win' } },
    ...did('r', 'a0'),
  ];
  const byValue = (results: FunnelStep[][]): unknown[] =>
    results.map((steps) => [steps[0]?.breakdown, ...counts(steps).slice(0, 2)]);

  it.each([
    [
      'first_touch',
      undefined,
      [
        [['mac'], 1, 1],
        [['win'], 1, 1],
        [[''], 1, 0],
      ],
    ],
    [
      'last_touch',
      undefined,
      [
        [['win'], 2, 2],
        [[''], 1, 0],
      ],
    ],
    [
      'all_events',
      undefined,
      [
        [[''], 2, 0],
        [['mac'], 1, 0],
      ],
    ],
    [
      'step',
      0,
      [
        [[''], 2, 1],
        [['mac'], 1, 1],
      ],
    ],
    ['step', 1, [[['win'], 2, 2]]],
  ])('by %s %s', async (breakdownAttributionType, breakdownAttributionValue, expected) => {
    const results = await funnel<FunnelStep[][]>(
      events,
      { breakdownAttributionType, breakdownAttributionValue },
      by(),
    );
    expect(byValue(results)).toEqual(expected);
  });

  it('of unordered funnels are those of the step that was reached first', async () => {
    const results = await funnel<FunnelStep[][]>(
      [...events, { ...did('s', 'b0')[0]!, properties: { os: 'bsd' } }, ...did('s', 'a2000 b2001')],
      {
        funnelOrderType: 'unordered',
        breakdownAttributionType: 'step',
        breakdownAttributionValue: 0,
        funnelWindowIntervalUnit: 'hour',
      },
      by(),
    );
    // An actor with one step of a value may do the other steps without it, but counts only with the first step.
    expect(byValue(results)).toEqual([
      [[''], 3, 2],
      [['mac'], 1, 1],
      [['win'], 2, 0],
      [['bsd'], 1, 0],
    ]);
    const lines = await funnel<{ breakdown_value: string[]; data: number[] }[]>(
      [],
      {
        funnelOrderType: 'unordered',
        funnelVizType: 'trends',
        funnelToStep: 1,
        breakdownAttributionType: 'step',
        breakdownAttributionValue: 0,
        funnelWindowIntervalUnit: 'hour',
      },
      { ...by(), dateRange: { date_from: '2020-01-15', date_to: '2020-01-16' } },
    );
    expect(lines.map(({ breakdown_value: [value], data }) => [value, ...data])).toEqual([
      ['None', 50, 100],
      ['bsd', 0, 0],
      ['mac', 100, 0],
      ['win', 0, 0],
    ]);
  });

  it('of a step split its conversion line', async () => {
    const lines = await funnel<{ breakdown_value: string[]; data: number[] }[]>(
      events,
      { funnelVizType: 'trends', funnelToStep: 1, breakdownAttributionType: 'step' },
      { ...by(), dateRange: { date_from: '2020-01-15', date_to: '2020-01-15' } },
    );
    expect(lines.map(({ breakdown_value: [value], data }) => [value, ...data])).toEqual([
      ['None', 50],
      ['mac', 100],
    ]);
  });

  it('combines values beyond the limit', async () => {
    const many = ['v1', 'v2', 'v3', 'v4'].flatMap((os, index) =>
      Array.from({ length: 4 - index }, (_, at) => did(`${os}${at}`, 'a0 b10', { os })).flat(),
    );
    const results = await funnel<FunnelStep[][]>(many, {}, by({ breakdown_limit: 2 }));
    expect(byValue(results)).toEqual([
      [['v1'], 4, 4],
      [['v2'], 3, 3],
      [['Other'], 3, 3],
    ]);
    expect(results[2]?.[1]?.average_conversion_time).toBe(600);
  });
});
