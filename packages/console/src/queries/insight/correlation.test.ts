import { correlationQuery, peopleBehindCorrelation } from './correlation';
import { comparedSteps, funnelUpTo } from './correlation-step';
import type { FunnelsQuery } from './types';

const event = (name: string) => ({ kind: 'EventsNode', event: name }) as const;
const funnel: FunnelsQuery = {
  kind: 'FunnelsQuery',
  series: ['viewed', 'added', 'started', 'paid'].map(event),
  breakdownFilter: { breakdown: '$browser' },
};
const bot = { ...event('bot'), funnelFromStep: 0, funnelToStep: 3 };

describe('correlations of one step', () => {
  it('are offered for steps that have an order', () => {
    expect(comparedSteps(funnel)).toEqual([
      { number: 2, name: 'added' },
      { number: 3, name: 'started' },
      { number: 4, name: 'paid' },
    ]);
    const unordered = { funnelsFilter: { funnelOrderType: 'unordered' } } as const;
    expect(comparedSteps({ ...funnel, ...unordered })).toEqual([]);
    expect(comparedSteps({ ...funnel, series: funnel.series.slice(0, 2) })).toEqual([]);
  });

  it('compare people who reached the step before, in the funnel up to the step', () => {
    const step = { number: 3, name: 'started' };
    const query = correlationQuery(funnel, 'events', step);
    expect(query.source).toEqual({
      kind: 'FunnelsActorsQuery',
      source: { ...funnel, series: funnel.series.slice(0, 3), breakdownFilter: undefined },
      funnelStep: 2,
    });
    const entry = {
      ...{ name: 'helped', value: null, converted: 5, dropped: 2, odds: 3, speaksFor: true },
    };
    expect(peopleBehindCorrelation(query, entry, false, step)).toMatchObject({
      title: 'Dropped off before started: helped',
      source: { source: query, funnelCorrelationPersonConverted: false },
      clicked: 2,
    });
    expect(peopleBehindCorrelation(query, entry, true, step).title).toBe('Reached started: helped');
    expect(correlationQuery(funnel, 'events', null).source).not.toHaveProperty('funnelStep');
  });

  it('skip optional steps', () => {
    const series = funnel.series.map((node, index) => ({ ...node, optionalInFunnel: index === 1 }));
    expect(comparedSteps({ ...funnel, series }).map(({ number }) => number)).toEqual([3, 4]);
    expect(funnelUpTo({ ...funnel, series }, 3).from).toBe(1);
  });

  it('keep the exclusions that lie before the step', () => {
    const late = { ...bot, funnelFromStep: 2 };
    const query = { ...funnel, funnelsFilter: { exclusions: [bot, late] } };
    expect(funnelUpTo(query, 2).funnel.funnelsFilter).toEqual({
      exclusions: [{ ...bot, funnelToStep: 1 }],
    });
    const none = { ...funnel, funnelsFilter: { exclusions: [late] } };
    expect(funnelUpTo(none, 3).funnel.funnelsFilter?.exclusions).toBeUndefined();
    expect(funnelUpTo(query, 4).funnel.funnelsFilter?.exclusions).toEqual([bot, late]);
  });
});
