import type { ConformanceCase, Manage } from '../test-support/case';
import { flag, values } from './flag-steps';

const SOON_MS = 8_000;
const PAST = '2026-01-01T00:00:00Z';

function scheduled(key: string, operation: string, value: unknown, status = 201): Manage {
  return {
    manage: { method: 'POST', path: 'scheduled_changes/' },
    body: {
      record_id: `{{${key}}}`,
      model_name: 'FeatureFlag',
      payload: { operation, value },
      scheduled_at: PAST,
    },
    status,
  };
}

/** Scheduled changes of flags (`docs/wire/flags-management.md#scheduled-changes`). */
export const scheduledChanges: readonly ConformanceCase[] = [
  {
    name: 'responses contain a scheduled change after its time',
    steps: [
      flag('timed'),
      values({ timed: true }),
      scheduled('timed', 'update_status', false),
      {
        ...values({}),
        response: { status: 200, lacks: ['featureFlags.timed'] },
        withinMs: SOON_MS,
      },
      {
        manage: { method: 'GET', path: 'scheduled_changes/?record_id={{timed}}' },
        status: 200,
        response: { count: 1, results: [{ failure_reason: null, is_recurring: false }] },
      },
      {
        manage: { method: 'GET', path: 'feature_flags/{{timed}}/' },
        status: 200,
        response: { active: false, version: 2 },
      },
    ],
  },
  {
    name: 'an invalid change is rejected when it is scheduled',
    steps: [
      flag('kept'),
      scheduled('kept', 'explode', true, 400),
      scheduled('kept', 'add_release_condition', {}, 400),
      scheduled('kept', 'update_variants', { variants: [] }, 400),
    ],
  },
];
