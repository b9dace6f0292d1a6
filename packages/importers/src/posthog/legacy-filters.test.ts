import type { JsonObject } from '../json';
import { DEFINITION_KINDS } from './definition-kinds';
import { legacyQuery } from './legacy-filters';

describe('the series of filters', () => {
  it('have the order of the insight, with their math and properties', () => {
    const query = legacyQuery({
      insight: 'TRENDS',
      events: [
        { id: 'paid', order: 2, math: 'sum', math_property: 'price', uuid: 'x' },
        { id: null, order: 0, name: 'All events', math: null },
        'a template',
      ],
      actions: [
        { id: '7', order: 1, custom_name: 'Signed up', properties: { $browser__icontains: 'f' } },
        { id: null, order: 3 },
      ],
      new_entity: [{ id: 'empty' }],
    });
    expect(query).toEqual({
      kind: 'TrendsQuery',
      series: [
        { kind: 'EventsNode', event: null, name: 'All events' },
        {
          ...{ kind: 'ActionsNode', id: 7, custom_name: 'Signed up' },
          properties: [{ key: '$browser', value: 'f', operator: 'icontains', type: 'event' }],
        },
        { kind: 'EventsNode', event: 'paid', math: 'sum', math_property: 'price' },
      ],
      trendsFilter: {},
    });
  });

  it('may be JSON in a text', () => {
    const events = JSON.stringify([{ id: 'paid', type: 'events' }]);
    const filters = JSON.stringify({ insight: 'SESSIONS', events });
    expect(legacyQuery(filters)).toMatchObject({ series: [{ event: 'paid' }] });
    expect(legacyQuery([{ events }])).toMatchObject({ kind: 'TrendsQuery' });
  });

  it.each([
    ['STICKINESS', 'sum', { math: 'dau' }],
    ['STICKINESS', 'unique_group', { math: 'unique_group', math_group_type_index: 1 }],
    ['FUNNELS', 'dau', {}],
    ['FUNNELS', 'first_time_for_user', { math: 'first_time_for_user' }],
    ['LIFECYCLE', 'dau', {}],
  ])('%s with the math %s', (insight, math, expected) => {
    const group = math === 'unique_group' ? { math_group_type_index: 1 } : {};
    const query = legacyQuery({ insight, events: [{ id: 'e', math, ...group }] });
    expect(query?.['series']).toEqual([{ kind: 'EventsNode', event: 'e', ...expected }]);
  });
});

describe('the settings of filters', () => {
  it.each<[JsonObject, JsonObject]>([
    [{ interval: 'minute' }, { interval: 'hour' }],
    [
      { date_from: '-30d', date_to: null, explicit_date: 'true' },
      { dateRange: { date_from: '-30d', explicitDate: true } },
    ],
    [
      { filter_test_accounts: true, sampling_factor: '0.1', aggregation_group_type_index: 0 },
      { filterTestAccounts: true, samplingFactor: 0.1, aggregation_group_type_index: 0 },
    ],
    [{ compare: true, compare_to: '-1w' }, { compareFilter: { compare: true, compare_to: '-1w' } }],
    [
      { breakdown: '$os', breakdown_limit: 5 },
      { breakdownFilter: { breakdown: '$os', breakdown_type: 'event', breakdown_limit: 5 } },
    ],
    [
      { breakdown: [3, null, 'all'], breakdown_type: 'cohort' },
      { breakdownFilter: { breakdown: [3, 'all'], breakdown_type: 'cohort' } },
    ],
    [{ breakdown_type: 'undefined', breakdown: null }, {}],
    [
      { breakdowns: [{ property: 'plan', type: 'person' }] },
      { breakdownFilter: { breakdown: 'plan', breakdown_type: 'person' } },
    ],
    [
      { breakdowns: [{ property: 'plan', type: 'person' }, { property: '$os' }] },
      {
        breakdownFilter: {
          breakdowns: [
            { property: 'plan', type: 'person' },
            { property: '$os', type: 'event' },
          ],
        },
      },
    ],
    [
      {
        ...{ display: 'ActionsPie', formula: 'A/B', smoothing_intervals: '7', show_legend: true },
        ...{ hidden_legend_keys: { 1: true, 2: false }, decimal_places: 2 },
      },
      {
        trendsFilter: {
          ...{ display: 'ActionsPie', formula: 'A/B', smoothingIntervals: 7, showLegend: true },
          ...{ hiddenLegendIndexes: [1], decimalPlaces: 2 },
        },
      },
    ],
    [{ display: 'PathsViz' }, {}],
  ])('%j', (filters, expected) => {
    expect(legacyQuery({ insight: 'TRENDS', ...filters })).toEqual({
      ...{ kind: 'TrendsQuery', series: [], trendsFilter: {} },
      ...expected,
    });
  });

  const property = { key: 'plan', value: ['a', null], type: 'person' };
  const cleaned = { key: 'plan', value: ['a'], type: 'person', operator: 'exact' };
  it.each<[unknown, JsonObject]>([
    [[property], { type: 'AND', values: [{ type: 'AND', values: [cleaned] }] }],
    [
      { type: 'OR', values: [property] },
      { type: 'AND', values: [{ type: 'OR', values: [cleaned] }] },
    ],
    [
      { type: 'OR', values: [{ type: 'AND', values: [property] }] },
      { type: 'OR', values: [{ type: 'AND', values: [cleaned] }] },
    ],
    [
      { a: 1, b__is_not: 2 },
      {
        type: 'AND',
        values: [
          {
            type: 'AND',
            values: [
              { key: 'a', value: 1, operator: 'exact', type: 'event' },
              { key: 'b', value: 2, operator: 'is_not', type: 'event' },
            ],
          },
        ],
      },
    ],
    [
      [
        { key: 'x', value: 4, type: 'static-cohort', negation: true },
        { key: '1 = 1', type: 'hogql', operator: 'exact', value: null },
        { key: 'c', values: 'd', type: 'events' },
        {},
      ],
      {
        type: 'AND',
        values: [
          {
            type: 'AND',
            values: [
              { key: 'id', value: 4, type: 'cohort', operator: 'not_in' },
              { key: '1 = 1', type: 'hogql' },
              { key: 'c', value: 'd', type: 'event', operator: 'exact' },
            ],
          },
        ],
      },
    ],
  ])('the properties %j', (properties, expected) => {
    expect(legacyQuery({ insight: 'TRENDS', properties })?.['properties']).toEqual(expected);
  });

  it('the properties of a series that are joined by OR stay a group', () => {
    const properties = { type: 'OR', values: [property, property] };
    const query = legacyQuery({ events: [{ id: 'e', properties }] });
    const series = [{ properties: { type: 'OR', values: [cleaned, cleaned] } }];
    expect(query).toMatchObject({ series });
  });
});

describe('the settings of one kind of insight', () => {
  it('a funnel', () => {
    const filters = {
      ...{ insight: 'FUNNELS', display: 'ActionsLineGraph', funnel_window_days: '14' },
      ...{ funnel_order_type: 'strict', breakdown_attribution_value: '1', bin_count: 'auto' },
      exclusions: [{ id: 'e', type: 'events', funnel_from_step: 0, funnel_to_step: '1' }],
      hidden_legend_keys: { 'events/$pageview/0/Firefox': true, Chrome: false },
    };
    expect(legacyQuery(filters)?.['funnelsFilter']).toEqual({
      ...{ funnelVizType: 'trends', funnelOrderType: 'strict', breakdownAttributionValue: 1 },
      ...{ funnelWindowInterval: 14, funnelWindowIntervalUnit: 'day' },
      exclusions: [{ kind: 'EventsNode', event: 'e', funnelFromStep: 0, funnelToStep: 1 }],
      hiddenLegendBreakdowns: ['Firefox'],
    });
  });

  it('retention', () => {
    const filters = {
      ...{ insight: 'RETENTION', period: 'Week', total_intervals: '8', interval: 'day' },
      target_entity: JSON.stringify({ id: '3', type: 'actions', math: 'dau' }),
      returning_entity: { id: null, type: 'events', name: 'All events' },
    };
    expect(legacyQuery(filters)).toEqual({
      kind: 'RetentionQuery',
      retentionFilter: {
        ...{ period: 'Week', totalIntervals: 8, targetEntity: { id: 3, type: 'actions' } },
        returningEntity: { id: null, type: 'events', name: 'All events' },
      },
    });
  });

  it('paths, and the funnel around which they are shown', () => {
    const filters = {
      ...{ insight: 'PATHS', path_type: '$screen', step_limit: 5, path_replacements: 'true' },
      funnel_paths: 'funnel_path_after_step',
      funnel_filter: { events: [{ id: 'a' }], funnel_step: 1 },
    };
    expect(legacyQuery(filters)).toEqual({
      kind: 'PathsQuery',
      pathsFilter: { includeEventTypes: ['$screen'], stepLimit: 5, pathReplacements: true },
      funnelPathsFilter: {
        funnelPathType: 'funnel_path_after_step',
        funnelSource: {
          ...{ kind: 'FunnelsQuery', series: [{ kind: 'EventsNode', event: 'a' }] },
          funnelsFilter: {},
        },
        funnelStep: 1,
      },
    });
  });

  it('lifecycle and stickiness', () => {
    const lifecycle = { insight: 'LIFECYCLE', toggledLifecycles: ['new'], breakdown: '$os' };
    expect(legacyQuery({ ...lifecycle, aggregation_group_type_index: 0 })).toEqual({
      ...{ kind: 'LifecycleQuery', series: [], lifecycleFilter: { toggledLifecycles: ['new'] } },
    });
    expect(legacyQuery({ insight: 'STICKINESS', compare: true, show_legend: true })).toEqual({
      ...{ kind: 'StickinessQuery', series: [], stickinessFilter: { showLegend: true } },
      compareFilter: { compare: true },
    });
  });
});

describe('the import of an insight', () => {
  const insights = DEFINITION_KINDS.find(({ kind }) => kind === 'insight')!;
  const source = { id: 1, name: 'Old', dashboards: [], query: null };
  const importOf = (filters: unknown) => insights.map({ ...source, filters }, () => '1003');

  it('replaces filters with a query, whose ids are those of the target', () => {
    expect(importOf({ actions: [{ id: 3 }], breakdown: [5], breakdown_type: 'cohort' })).toEqual({
      kind: 'create',
      notes: [],
      body: {
        ...{ name: 'Old', dashboards: [] },
        query: {
          ...{ kind: 'TrendsQuery', series: [{ kind: 'ActionsNode', id: 1003 }] },
          ...{ breakdownFilter: { breakdown: [1003], breakdown_type: 'cohort' } },
          trendsFilter: {},
        },
      },
    });
  });

  it('has no query if the filters are empty', () => {
    const body = { name: 'Old', dashboards: [] };
    expect(importOf({})).toEqual({ kind: 'create', body, notes: [] });
  });

  it.each([
    [{ insight: 'MAP' }, 'the filters are those of an unknown insight: "MAP"'],
    ['{broken', 'the filters have a text that is not JSON'],
    [{ events: 7 }, 'events is not a list'],
    [{ properties: 7 }, 'the properties are neither a list nor an object'],
    [{ properties: { type: 'OR' } }, 'a group of properties has no values'],
    [
      { insight: 'FUNNELS', breakdowns: [{ property: 'a' }, { property: 'b' }] },
      'a funnel has more than one breakdown',
    ],
    [{ insight: 'PATHS', path_type: '$autocapture' }, 'paths of $autocapture have no query'],
  ])('states why %j cannot be converted', (filters, reason) => {
    expect(importOf(filters)).toEqual({ kind: 'skipped', reason, missing: [] });
  });
});
