import type { DashboardView } from './dashboard-view';
import { isSameView, NO_VIEW, shownQuery, viewOf, wireOf } from './dashboard-view';

const paid = { type: 'event', key: 'paid', operator: 'exact', value: ['true'] };
const own = { type: 'event', key: 'own', operator: 'exact', value: ['x'] };
const wire = {
  date_from: '-14d',
  date_to: null,
  properties: [paid],
  breakdown_filter: { breakdown: '$browser', breakdown_type: 'event' },
};
const view: DashboardView = viewOf(wire);

describe('the view of a dashboard', () => {
  it('can be read and written, and ignores invalid parts', () => {
    expect(wireOf(view)).toEqual(wire);
    expect(isSameView(view, viewOf({ ...wire, explicitDate: true }))).toBe(true);
    expect(wireOf(viewOf({ date_from: 7, properties: 'x', breakdown_filter: [] }))).toEqual({});
    expect(viewOf(null)).toEqual(NO_VIEW);
  });

  it('replaces the dates and the breakdown of an insight and adds its filters', () => {
    const trends = {
      kind: 'TrendsQuery',
      dateRange: { date_from: '-7d', explicitDate: true },
      properties: [own],
      breakdownFilter: { breakdowns: [{ property: 'plan' }], breakdown_limit: 5 },
    };
    expect(shownQuery(trends, view)).toEqual({
      kind: 'TrendsQuery',
      dateRange: { date_from: '-14d', date_to: null, explicitDate: true },
      properties: [own, paid],
      breakdownFilter: { breakdown: '$browser', breakdown_type: 'event', breakdown_limit: 5 },
    });
    const group = { type: 'OR', values: [{ type: 'AND', values: [own] }] };
    expect(shownQuery({ ...trends, properties: group } as never, view)).toMatchObject({
      properties: { type: 'AND', values: [group, { type: 'AND', values: [paid] }] },
    });
    expect(shownQuery(trends, NO_VIEW)).toEqual(trends);
  });

  it('sets the filters of SQL, and changes other kinds only where they accept it', () => {
    const sql = { kind: 'HogQLQuery', query: 'select 1', filters: { filterTestAccounts: true } };
    expect(shownQuery({ kind: 'DataVisualizationNode', source: sql } as never, view)).toEqual({
      kind: 'DataVisualizationNode',
      source: {
        ...sql,
        filters: {
          filterTestAccounts: true,
          dateRange: { date_from: '-14d', date_to: null },
          properties: [paid],
        },
      },
    });
    expect(shownQuery({ kind: 'PathsQuery' }, view)).toEqual({
      kind: 'PathsQuery',
      dateRange: { date_from: '-14d', date_to: null },
      properties: [paid],
    });
    expect(shownQuery({ kind: 'WebOverviewQuery' }, view)).toEqual({ kind: 'WebOverviewQuery' });
  });

  it('prefers the filters of a tile to those of the dashboard', () => {
    const tile = viewOf({ date_from: '-1d' });
    expect(shownQuery({ kind: 'LifecycleQuery' }, view, tile)).toMatchObject({
      dateRange: { date_from: '-1d', date_to: null },
      properties: [paid],
    });
  });
});
