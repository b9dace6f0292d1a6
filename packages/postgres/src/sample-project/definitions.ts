import type { ActionFields } from '../actions/action';
import type { CohortFields } from '../cohorts';
import type { NewDashboard, NewTile } from '../dashboards';
import type { FeatureFlagFields } from '../feature-flags/feature-flag';

type Query = Readonly<Record<string, unknown>>;

const LAST_MONTH = { date_from: '-30d' };
const event = (name: string, more: Query = {}) => ({
  kind: 'EventsNode',
  event: name,
  name,
  ...more,
});
const personFilter = (key: string, value: readonly string[]) => ({
  ...{ key, type: 'person', operator: 'exact', value },
});

export const SAMPLE_FLAGS: readonly (Pick<FeatureFlagFields, 'key'> &
  Partial<FeatureFlagFields>)[] = [
  {
    key: 'new-checkout',
    name: 'The checkout on one page',
    filters: {
      groups: [
        { properties: [personFilter('plan', ['business'])], rollout_percentage: 100 },
        { properties: [], rollout_percentage: 100 },
      ],
      multivariate: {
        variants: [
          { key: 'control', name: 'As before', rollout_percentage: 50 },
          { key: 'test', name: 'On one page', rollout_percentage: 50 },
        ],
      },
    },
  },
  {
    key: 'free-shipping',
    name: 'Free shipping for plus customers',
    filters: {
      groups: [{ properties: [personFilter('plan', ['plus'])], rollout_percentage: 100 }],
    },
  },
];

export const SAMPLE_ACTION: Partial<ActionFields> = {
  name: 'Looked at a product',
  description: 'A page below /products/',
  steps: [
    {
      ...{ event: '$pageview', properties: null, selector: null, tag_name: null },
      ...{ text: null, text_matching: null, href: null, href_matching: null },
      ...{ url: '/products/', url_matching: 'contains' },
    },
  ],
};

export const SAMPLE_COHORT: Partial<CohortFields> = {
  name: 'Plus and business customers',
  filters: {
    properties: {
      type: 'OR',
      values: [
        {
          type: 'AND',
          values: [
            {
              key: 'plan',
              type: 'person',
              operator: 'exact',
              value: ['plus', 'business'],
              negation: false,
            },
          ],
        },
      ],
    },
  },
};

const tile = (name: string, source: Query, [x, y]: readonly [number, number]): NewTile => ({
  insight: { name, saved: true, query: { kind: 'InsightVizNode', source } },
  tile: { layouts: { sm: { x, y, w: 6, h: 5 } } },
});

export const SAMPLE_DASHBOARD: NewDashboard = {
  fields: { name: 'Shop', description: 'Visitors, orders and revenue', pinned: true },
  tiles: [
    tile(
      'Visitors by day',
      {
        ...{ kind: 'TrendsQuery', interval: 'day', dateRange: LAST_MONTH },
        series: [event('$pageview', { math: 'dau' })],
      },
      [0, 0],
    ),
    tile(
      'From product to order',
      {
        ...{ kind: 'FunnelsQuery', dateRange: LAST_MONTH },
        series: ['product viewed', 'added to cart', 'checkout started', 'order paid'].map((name) =>
          event(name),
        ),
        funnelsFilter: { funnelVizType: 'steps' },
      },
      [6, 0],
    ),
    tile(
      'Revenue by day',
      {
        ...{ kind: 'TrendsQuery', interval: 'day', dateRange: LAST_MONTH },
        series: [event('order paid', { math: 'sum', math_property: 'revenue' })],
      },
      [0, 5],
    ),
    tile(
      'Orders by campaign',
      {
        ...{ kind: 'TrendsQuery', interval: 'week', dateRange: { date_from: '-60d' } },
        series: [event('order paid')],
        breakdownFilter: { breakdown: 'utm_campaign', breakdown_type: 'event' },
      },
      [6, 5],
    ),
  ],
};
