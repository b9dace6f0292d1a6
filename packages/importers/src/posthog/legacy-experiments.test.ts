import type { IdLookup } from '..';
import { DEFINITION_KINDS } from '..';

const all: IdLookup = (_, id) => String(Number(id) + 1_000);
const map = (name: string, source: object) =>
  DEFINITION_KINDS.find(({ kind }) => kind === name)?.map({ id: 1, name: 'E', ...source }, all);

const experiment = (source: object) => map('experiment', { feature_flag_key: 'f', ...source });

const signedUp = { id: 'signed up', name: 'signed up', type: 'events', order: 0 };
const paid = { id: 3, name: 'Paid', type: 'actions', order: 1 };

describe('experiments before 2025', () => {
  it('have the metric of their filters, and those of their secondary metrics', () => {
    const mapped = experiment({
      metrics: [],
      filters: { insight: 'FUNNELS', events: [signedUp], actions: [paid] },
      secondary_metrics: [
        {
          name: 'Revenue',
          filters: {
            events: [{ ...signedUp, math: 'sum', math_property: 'total', math_property_type: 'x' }],
          },
        },
      ],
    });
    expect(mapped).toMatchObject({
      kind: 'create',
      notes: [],
      body: {
        metrics: [
          {
            ...{ kind: 'ExperimentMetric', metric_type: 'funnel' },
            series: [
              { kind: 'EventsNode', event: 'signed up' },
              { kind: 'ActionsNode', id: 1_003 },
            ],
          },
        ],
        metrics_secondary: [
          {
            ...{ kind: 'ExperimentMetric', name: 'Revenue', metric_type: 'mean' },
            source: {
              ...{ kind: 'EventsNode', event: 'signed up', name: 'signed up' },
              ...{ math: 'sum', math_property: 'total' },
            },
          },
        ],
      },
    });
    expect(JSON.stringify(mapped)).not.toContain('math_property_type');
  });

  it('have current metrics in place of those of older kinds', () => {
    const current = { kind: 'ExperimentMetric', uuid: 'u1', metric_type: 'mean', source: {} };
    const mapped = experiment({
      metrics: [
        current,
        {
          ...{ kind: 'ExperimentTrendsQuery', uuid: 'u2', name: 'Views' },
          count_query: { kind: 'TrendsQuery', series: [{ kind: 'ActionsNode', id: 3, name: 'P' }] },
        },
      ],
      metrics_secondary: [
        {
          kind: 'ExperimentFunnelsQuery',
          funnels_query: { series: [{ kind: 'EventsNode', event: 'a', name: 'a' }] },
        },
      ],
      filters: { events: [signedUp] },
    });
    expect(mapped).toMatchObject({
      body: {
        metrics: [
          current,
          {
            ...{ kind: 'ExperimentMetric', uuid: 'u2', name: 'Views', metric_type: 'mean' },
            source: { kind: 'ActionsNode', id: 1_003 },
          },
        ],
        metrics_secondary: [
          { metric_type: 'funnel', series: [{ kind: 'EventsNode', event: 'a' }] },
        ],
      },
    });
  });

  it('are imported without a metric that cannot be converted, which is reported', () => {
    const mapped = experiment({
      filters: { insight: 'PATHS' },
      secondary_metrics: [{ name: 'Odd', filters: { insight: 'OTHER' } }],
    });
    expect(mapped).toMatchObject({
      kind: 'create',
      body: { metrics: [], metrics_secondary: [] },
      notes: [
        'the metric was not imported: the filters are neither those of a trend nor of a funnel',
        'the metric Odd was not imported: the filters are those of an unknown insight: "OTHER"',
      ],
    });
  });

  it.each([
    { filters: {}, parameters: { custom_exposure_filter: { events: [signedUp] } } },
    {
      metrics: [
        {
          kind: 'ExperimentTrendsQuery',
          count_query: { series: [{ kind: 'EventsNode', event: 'a' }] },
          exposure_query: { series: [{ kind: 'EventsNode', event: 'b' }] },
        },
      ],
    },
  ])('report an exposure of their own: %#', (source) => {
    expect(experiment(source)).toMatchObject({
      notes: [expect.stringContaining('exposures by an event of its own')],
    });
  });
});

it('shared metrics of an older kind become current ones', () => {
  const query = {
    kind: 'ExperimentTrendsQuery',
    count_query: { series: [{ kind: 'EventsNode', event: 'a', math: 'total', name: 'a' }] },
  };
  expect(map('experiment_saved_metric', { query })).toMatchObject({
    body: {
      query: { kind: 'ExperimentMetric', metric_type: 'mean', source: { event: 'a', name: 'a' } },
    },
  });
  expect(
    map('experiment_saved_metric', { query: { kind: 'ExperimentFunnelsQuery' } }),
  ).toMatchObject({ kind: 'skipped', reason: 'it has no event and no action' });
});
