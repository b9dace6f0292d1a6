import type { ResourceWalk } from './case';
import { INSIGHT, mortalLifeOf } from './case';

/** The state before the first check. */
const quiet = { state: 'Not firing', enabled: true, subscribed_users: [{ id: 1 }] };
const threshold = (type: string, bounds: object) => ({ configuration: { type, bounds } });

/** `posthog_alert`: the insight and the users are sent by their ids and read as objects. */
export const alerts: readonly ResourceWalk[] = [
  mortalLifeOf({
    resource: 'posthog_alert by its required arguments and a bound',
    collection: 'alerts',
    create: {
      insight: INSIGHT,
      subscribed_users: [1],
      threshold: threshold('absolute', { lower: 10 }),
    },
    created: {
      ...quiet,
      insight: { id: expect.any(Number) as unknown },
      name: null,
      condition: { type: 'absolute_value' },
      threshold: threshold('absolute', { lower: 10 }),
      calculation_interval: 'daily',
      skip_weekend: false,
    },
    update: {
      insight: INSIGHT,
      subscribed_users: [1],
      threshold: threshold('absolute', { lower: 5, upper: 50 }),
      enabled: false,
    },
    updated: { enabled: false, threshold: threshold('absolute', { lower: 5, upper: 50 }) },
  }),
  mortalLifeOf({
    resource: 'posthog_alert with all arguments',
    collection: 'alerts',
    create: {
      name: 'Payments fall',
      insight: INSIGHT,
      enabled: true,
      subscribed_users: [1],
      threshold: threshold('percentage', { upper: 0.5 }),
      condition: { type: 'relative_decrease' },
      config: { type: 'TrendsAlertConfig', series_index: 0, check_ongoing_interval: false },
      calculation_interval: 'hourly',
      skip_weekend: true,
    },
    created: {
      ...quiet,
      name: 'Payments fall',
      threshold: threshold('percentage', { upper: 0.5 }),
      condition: { type: 'relative_decrease' },
      config: { type: 'TrendsAlertConfig', series_index: 0, check_ongoing_interval: false },
      calculation_interval: 'hourly',
      skip_weekend: true,
    },
    update: {
      name: 'Payments fall',
      insight: INSIGHT,
      subscribed_users: [1],
      threshold: threshold('percentage', { upper: 0.3 }),
      condition: { type: 'relative_increase' },
      config: { type: 'TrendsAlertConfig', series_index: 0 },
      calculation_interval: 'weekly',
      skip_weekend: false,
    },
    updated: {
      threshold: threshold('percentage', { upper: 0.3 }),
      condition: { type: 'relative_increase' },
      calculation_interval: 'weekly',
      skip_weekend: false,
    },
  }),
];
