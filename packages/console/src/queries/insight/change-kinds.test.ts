import { breakdownsOf, canSplit, setBreakdownLimit, setBreakdowns } from './change-breakdown';
import {
  addExclusion,
  changeExclusion,
  exclusionsOf,
  removeExclusion,
  setFunnelView,
} from './change-funnel';
import {
  setPaths,
  setRetention,
  setRetentionEntity,
  setRetentionPeriod,
  setStatuses,
  setStickiness,
  statusesOf,
} from './change-others';
import { canCompare, formulasOf, setDisplay, setFormulas } from './change-trends';
import {
  asKind,
  newFunnel,
  newLifecycle,
  newPaths,
  newRetention,
  newStickiness,
  newTrends,
} from './new-insight';
import { insightTitle, missingIn } from './series-names';
import type { FunnelsQuery, RetentionQuery, SeriesNode, TrendsQuery } from './types';
import { isInsightQuery } from './types';

const paid: SeriesNode = { kind: 'EventsNode', event: 'order paid', name: 'order paid' };
const action: SeriesNode = { kind: 'ActionsNode', id: 7, name: 'Signed in' };
const NEW = [newTrends(), newFunnel(), newRetention(), newPaths(), newLifecycle(), newStickiness()];

describe('kinds of insights', () => {
  it('are recognized by their fields', () => {
    for (const query of NEW) expect(isInsightQuery(query)).toBe(true);
    expect(isInsightQuery({ kind: 'RetentionQuery' })).toBe(false);
    expect(isInsightQuery({ kind: 'PathsQuery' })).toBe(false);
    expect(isInsightQuery({ kind: 'TrendsQuery' })).toBe(false);
    expect(isInsightQuery({ kind: 'HogQLQuery' })).toBe(false);
  });

  it('can be converted to each other, and then run or report what is missing', () => {
    for (const from of NEW) {
      for (const { kind } of NEW) {
        const query = asKind({ ...from, dateRange: { date_from: '-3d' } }, kind);
        expect(query).toMatchObject({ kind, dateRange: { date_from: '-3d' } });
        expect(isInsightQuery(query)).toBe(true);
        expect(insightTitle(query)).not.toBe('');
        if (kind !== 'FunnelsQuery') expect(missingIn(query)).toBeNull();
      }
    }
  });

  it('keep their events when converted to retention and back', () => {
    const trends: TrendsQuery = { ...newTrends(), series: [{ ...paid, math: 'dau' }, action] };
    const retention = asKind(trends, 'RetentionQuery') as RetentionQuery;
    expect(retention.retentionFilter).toMatchObject({
      targetEntity: { id: 'order paid', type: 'events', name: 'order paid' },
      returningEntity: { id: 7, type: 'actions', name: 'Signed in' },
    });
    const funnel = asKind(retention, 'FunnelsQuery') as FunnelsQuery;
    expect(funnel.series).toEqual([paid, action]);
    expect(insightTitle(retention)).toBe('Retention: order paid, then Signed in');
  });
});

describe('several breakdowns', () => {
  const [browser, plan, cohort] = [
    { property: '$browser', type: 'event' as const },
    { property: 'plan', type: 'person' as const },
    { property: 3, type: 'cohort' as const },
  ];

  it('are read in the format of trends, retention and funnels', () => {
    for (const query of [newTrends(), newRetention(), newFunnel()]) {
      for (const list of [[browser], [browser, plan], [cohort], []]) {
        expect(breakdownsOf(setBreakdowns(query, list))).toEqual(list);
      }
    }
  });

  it('are written in the older format for funnels if they have one type', () => {
    const other = { property: '$os', type: 'event' as const };
    expect(setBreakdowns(newFunnel(), [browser, other]).breakdownFilter).toEqual({
      breakdown: ['$browser', '$os'],
      breakdown_type: 'event',
    });
  });

  it('do not combine cohorts with properties: the last choice is kept', () => {
    expect(breakdownsOf(setBreakdowns(newTrends(), [browser, cohort]))).toEqual([cohort]);
    expect(breakdownsOf(setBreakdowns(newTrends(), [cohort, plan]))).toEqual([plan]);
  });

  it('have a limit if the chart has series', () => {
    const query = setBreakdownLimit(setBreakdowns(newTrends(), [plan]), 5);
    expect(query.breakdownFilter).toEqual({ breakdowns: [plan], breakdown_limit: 5 });
    expect(canSplit(newTrends())).toBe(true);
    expect(canSplit(setDisplay(newTrends(), 'CalendarHeatmap'))).toBe(false);
    expect(canSplit(newPaths())).toBe(false);
  });
});

describe('changes to trends', () => {
  it('write several formulas with their names', () => {
    const query = setFormulas(newTrends(), [
      { formula: 'A / B', custom_name: ' Conversion ' },
      { formula: ' ' },
      { formula: 'A', custom_name: '' },
    ]);
    expect(formulasOf(query)).toEqual([
      { formula: 'A / B', custom_name: 'Conversion' },
      { formula: 'A' },
    ]);
    expect(formulasOf({ ...newTrends(), trendsFilter: { formulas: ['A', 'B'] } })).toHaveLength(2);
  });

  it('give a box plot a property, and a heatmap of hours a count', () => {
    const box = setDisplay(newTrends(), 'BoxPlot');
    expect(box.series[0]).toMatchObject({ math: 'median' });
    expect(missingIn(box)).toBe('Choose the property of series A.');
    const week = setDisplay(
      { ...newTrends(), series: [{ ...paid, math: 'sum', math_property: 'x' }] },
      'CalendarHeatmap',
    );
    expect(missingIn(week)).toContain('events or unique users');
  });

  it('compare two periods if the display can show them', () => {
    expect(NEW.filter(canCompare).map(({ kind }) => kind)).toEqual([
      'TrendsQuery',
      'FunnelsQuery',
      'StickinessQuery',
    ]);
  });
});

describe('changes to funnels', () => {
  const funnel: FunnelsQuery = { ...newFunnel(), series: [paid, paid, paid] };

  it('add, change and remove exclusions', () => {
    const added = addExclusion(funnel, action);
    expect(exclusionsOf(added)).toEqual([{ ...action, funnelFromStep: 0, funnelToStep: 2 }]);
    const changed = changeExclusion(added, 0, { funnelToStep: 1 });
    expect(exclusionsOf(changed)[0]).toMatchObject({ funnelFromStep: 0, funnelToStep: 1 });
    expect(removeExclusion(changed, 0).funnelsFilter).toEqual({});
  });

  it('give conversion over time an interval', () => {
    const over = setFunnelView(funnel, 'trends');
    expect(over).toMatchObject({ interval: 'day', funnelsFilter: { funnelVizType: 'trends' } });
    expect(setFunnelView(over, 'steps').funnelsFilter).toEqual({});
  });
});

describe('changes to the other kinds', () => {
  it('keep the filters of a retention event, and fields that the builder does not know', () => {
    const properties = [{ key: 'a', type: 'event', value: 'b' }];
    const query = setRetention(newRetention(), {
      targetEntity: { id: 'x', type: 'events', properties },
      meanRetentionCalculation: 'simple',
    });
    const changed = setRetentionEntity(query, 'targetEntity', paid);
    expect(changed.retentionFilter).toMatchObject({
      targetEntity: { id: 'order paid', type: 'events', properties },
      meanRetentionCalculation: 'simple',
    });
  });

  it('give a retention table a range with one period per column', () => {
    const query = setRetentionPeriod(newRetention(), 'Month', 6);
    expect(query).toMatchObject({
      dateRange: { date_from: '-5m' },
      retentionFilter: { period: 'Month', totalIntervals: 6 },
    });
  });

  it('remove the fields of options that are switched off', () => {
    const paths = setPaths(setPaths(newPaths(), { startPoint: '/a' }), { startPoint: undefined });
    expect(paths).toEqual(newPaths());
    const sticky = setStickiness(newStickiness(), { computedAs: 'cumulative' });
    expect(setStickiness(sticky, { computedAs: undefined })).toEqual(newStickiness());
    const some = setStatuses(newLifecycle(), ['new']);
    expect(statusesOf(some)).toEqual(['new']);
    const all = setStatuses(some, ['new', 'returning', 'resurrecting', 'dormant']);
    expect(all.lifecycleFilter).toEqual({});
  });
});
