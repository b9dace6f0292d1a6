import type { ConformanceCase } from '../test-support/case';
import { changes, makes, reads, rejected } from './management-steps';

const threshold = { configuration: { type: 'absolute', bounds: { lower: 1 } } };

/** Alerts on insights. A client sends ids and reads objects. */
export const alerts: readonly ConformanceCase[] = [
  {
    name: 'an alert is created, listed, snoozed, changed and deleted',
    steps: [
      makes('insights/', { name: 'Watched', query: { kind: 'HogQLQuery', query: 'SELECT 1' } }),
      makes(
        'alerts/',
        { name: 'Low', insight: '#{{Watched}}', subscribed_users: [1], threshold },
        {
          insight: { name: 'Watched' },
          subscribed_users: [{ id: 1 }],
          threshold,
          condition: { type: 'absolute_value' },
          config: { type: 'HogQLAlertConfig' },
          calculation_interval: 'daily',
          enabled: true,
          detector_config: null,
        },
      ),
      reads('alerts/', { count: 1, results: [{ name: 'Low', checks: [] }] }),
      changes('alerts/{{Low}}/', { snoozed_until: '1d' }, { state: 'Snoozed' }),
      changes('alerts/{{Low}}/', { snoozed_until: null }, { state: 'Not firing' }),
      changes('alerts/{{Low}}/', { enabled: false }, { enabled: false, next_check_at: null }),
      rejected(
        'POST',
        'alerts/',
        { attr: 'insight', code: 'does_not_exist' },
        { insight: 999_999, subscribed_users: [], threshold },
      ),
      { manage: { method: 'DELETE', path: 'alerts/{{Low}}/' }, status: 204 },
      reads('alerts/', { count: 0 }),
    ],
  },
];
