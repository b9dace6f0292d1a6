import { breakdownsOf, setBreakdowns } from './change-breakdown';
import { setFunnel } from './change-funnel';
import { filterList, setFilters, setRange, setTestAccounts } from './change-insight';
import {
  addSeries,
  changeSeries,
  duplicateSeries,
  moveSeries,
  removeSeries,
  replaceEntity,
} from './change-series';
import { compareOf, formulasOf, setCompare, setDisplay, setFormulas } from './change-trends';
import { asKind, newFunnel, newTrends } from './new-insight';
import type { SeriesNode, TrendsQuery } from './types';

const paid: SeriesNode = { kind: 'EventsNode', event: 'order paid', name: 'order paid' };

describe('changes to an insight', () => {
  it('adds, copies, moves and removes series without changing the original query', () => {
    const before = newTrends();
    const two = addSeries(before, paid);
    expect(two.series).toHaveLength(2);
    expect(before.series).toHaveLength(1);
    expect(moveSeries(two, 1, -1).series[0]).toEqual(paid);
    expect(moveSeries(two, 0, -1)).toBe(two);
    expect(duplicateSeries(two, 1).series.map((node) => node.name)).toEqual([
      'All events',
      'order paid',
      'order paid',
    ]);
    expect(removeSeries(two, 0).series).toEqual([paid]);
  });

  it('keeps math and filters if the event changes', () => {
    const properties = [{ key: '$browser', value: 'Safari' }];
    const query = changeSeries(newTrends(), 0, { math: 'dau', properties });
    expect(replaceEntity(query, 0, paid).series[0]).toEqual({ ...paid, math: 'dau', properties });
    expect(changeSeries(query, 0, { math: undefined }).series[0]).not.toHaveProperty('math');
  });

  it('keeps fields that the builder does not know', () => {
    const query = { ...newTrends(), samplingFactor: 0.1, tags: { scene: 'growth' } };
    const changed = setDisplay(setRange(query, { date_from: '-7d' }), 'ActionsBar');
    expect(changed).toMatchObject({ samplingFactor: 0.1, tags: { scene: 'growth' } });
  });

  it('keeps events, range and filters when the kind changes', () => {
    const trends = setFilters(addSeries(newTrends(), { ...paid, math: 'dau' }), [
      { key: 'a', type: 'event' },
    ]);
    const funnel = asKind(trends, 'FunnelsQuery');
    expect(funnel).toEqual({
      kind: 'FunnelsQuery',
      series: [{ kind: 'EventsNode', event: null, name: 'All events' }, paid],
      dateRange: { date_from: '-30d' },
      properties: [{ key: 'a', type: 'event' }],
    });
    expect(asKind(newFunnel(), 'TrendsQuery')).toMatchObject({ series: newTrends().series });
  });

  it('reads breakdowns in both formats and writes the one that the kind supports', () => {
    const breakdown = { property: '$browser', type: 'event' as const };
    const trends = setBreakdowns(newTrends(), [breakdown]);
    expect(trends.breakdownFilter).toEqual({ breakdowns: [breakdown] });
    const funnel = setBreakdowns(newFunnel(), [breakdown]);
    expect(funnel.breakdownFilter).toEqual({ breakdown: '$browser', breakdown_type: 'event' });
    expect(breakdownsOf(trends)).toEqual([breakdown]);
    expect(breakdownsOf(funnel)).toEqual([breakdown]);
    expect(breakdownsOf(setBreakdowns(trends, []))).toEqual([]);
    expect(setBreakdowns(trends, [])).not.toHaveProperty('breakdownFilter');
  });

  it('keeps the limit of a breakdown', () => {
    const query: TrendsQuery = { ...newTrends(), breakdownFilter: { breakdown_limit: 5 } };
    const { breakdownFilter } = setBreakdowns(query, [{ property: 'plan', type: 'person' }]);
    expect(breakdownFilter?.breakdown_limit).toBe(5);
  });

  it('reads formulas in all formats and writes formula nodes', () => {
    const older: TrendsQuery = { ...newTrends(), trendsFilter: { formula: 'A/B' } };
    expect(formulasOf(older)).toEqual([{ formula: 'A/B' }]);
    const written = setFormulas(older, [{ formula: ' A+B ' }]);
    expect(written.trendsFilter).toEqual({ formulaNodes: [{ formula: 'A+B' }] });
    expect(setFormulas(written, [{ formula: '' }]).trendsFilter).toEqual({});
  });

  it('compares with the previous period, with another one, or not at all', () => {
    expect(compareOf(setCompare(newTrends(), '-1y'))).toBe('-1y');
    expect(compareOf(setCompare(newTrends(), 'previous'))).toBe('previous');
    expect(setCompare(setCompare(newTrends(), 'previous'), 'none')).toEqual(newTrends());
  });

  it('removes the fields of options that are switched off', () => {
    expect(setTestAccounts(setTestAccounts(newFunnel(), true), false)).toEqual(newFunnel());
    expect(setFilters(setFilters(newFunnel(), [{ key: 'a', type: 'event' }]), [])).toEqual(
      newFunnel(),
    );
    expect(setFunnel(newFunnel(), { funnelOrderType: 'strict' }).funnelsFilter).toEqual({
      funnelOrderType: 'strict',
    });
  });

  it('does not convert nested groups of filters to a list', () => {
    expect(filterList(undefined)).toEqual([]);
    const [a, b] = ['a', 'b'].map((key) => ({ key, type: 'event' }));
    const group = (type: string, ...values: unknown[]) => ({ type, values });
    expect(filterList(group('OR', a, b))).toBeNull();
    expect(filterList(group('AND', group('AND', a, b)))).toEqual([a, b]);
    expect(filterList(group('AND', group('OR', a, b)))).toBeNull();
    expect(filterList([{ type: 'event' }])).toBeNull();
  });
});
