export interface Query extends Record<string, unknown> {
  readonly kind: string;
}

const dateRange = { date_from: '2020-01-13', date_to: '2020-01-14' };
export const ONLY_LAST = { properties: [{ key: 'kind', value: 'last', type: 'data_warehouse' }] };

export const LIFECYCLE_NOTES = {
  kind: 'LifecycleDataWarehouseNode',
  id: 'my notes',
  table_name: 'notes',
  timestamp_field: 'sent',
  aggregation_target_field: 'who',
  created_at_field: 'joined',
};
export const lifecycle = (series: object, more: object = {}): Query => ({
  kind: 'LifecycleQuery',
  series: [series],
  dateRange,
  ...more,
});

export const STICKY_NOTES = {
  kind: 'DataWarehouseNode',
  id: 'notes',
  table_name: 'notes',
  id_field: 'who',
  timestamp_field: 'sent',
  distinct_id_field: 'who',
};
export const stickiness = (series: object, more: object = {}): Query => ({
  kind: 'StickinessQuery',
  series: [series],
  dateRange,
  ...more,
});

export const NOTES = {
  type: 'data_warehouse',
  id: 'notes',
  table_name: 'notes',
  timestamp_field: 'sent',
  aggregation_target_field: 'who',
};
export const JOINS = {
  type: 'data_warehouse',
  id: 'joins',
  table_name: 'joins',
  timestamp_field: 'at',
  aggregation_target_field: 'person',
};
export const PAID = { id: 'paid', type: 'events' };
export const retention = (
  target: object,
  returning: object,
  filter: object = {},
  more: object = {},
): Query => ({
  kind: 'RetentionQuery',
  dateRange: { date_from: '2020-01-12', date_to: '2020-01-14' },
  retentionFilter: {
    totalIntervals: 3,
    targetEntity: target,
    returningEntity: returning,
    ...filter,
  },
  ...more,
});

export const ROLLING = { timeWindowMode: '24_hour_windows' };
export const by = (breakdown_type: string) => ({
  breakdownFilter: { breakdown: 'os', breakdown_type },
});
