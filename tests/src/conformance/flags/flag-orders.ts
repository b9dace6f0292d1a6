import type { ConformanceCase } from '../test-support/case';

/** Requests of PostHog's app and MCP server for one flag, other than changes of its fields. */
export const flagOrders: readonly ConformanceCase[] = [
  {
    name: 'rollback conditions and linked dashboards are stored for clients',
    steps: [
      {
        manage: { method: 'POST', path: 'dashboards/' },
        body: { name: 'Linked' },
        status: 201,
      },
      {
        manage: { method: 'POST', path: 'feature_flags/' },
        body: {
          key: 'kept',
          rollback_conditions: [{ threshold: 5, operator: 'gt' }],
          performed_rollback: true,
          analytics_dashboards: ['#{{Linked}}'],
        },
        status: 201,
        response: {
          rollback_conditions: [{ threshold: 5, operator: 'gt' }],
          performed_rollback: true,
          analytics_dashboards: [expect.any(Number) as unknown],
          usage_dashboard: null,
          has_enriched_analytics: false,
        },
      },
      {
        manage: { method: 'PATCH', path: 'feature_flags/{{kept}}/' },
        body: { rollback_conditions: null, performed_rollback: null, analytics_dashboards: [] },
        status: 200,
        response: {
          rollback_conditions: null,
          performed_rollback: false,
          analytics_dashboards: [],
        },
      },
      {
        manage: { method: 'PATCH', path: 'feature_flags/{{kept}}/' },
        body: { analytics_dashboards: [999_999] },
        status: 400,
        response: { attr: 'analytics_dashboards', code: 'does_not_exist' },
      },
    ],
  },
  {
    name: 'enable and disable only change the state, and only once',
    steps: [
      {
        manage: { method: 'POST', path: 'feature_flags/' },
        body: { key: 'base', active: false, filters: { groups: [{ rollout_percentage: 37 }] } },
        status: 201,
      },
      {
        manage: { method: 'POST', path: 'feature_flags/' },
        body: {
          key: 'top',
          active: false,
          filters: {
            groups: [
              {
                properties: [
                  { key: '{{base}}', type: 'flag', operator: 'flag_evaluates_to', value: true },
                ],
              },
            ],
          },
        },
        status: 201,
      },
      {
        manage: { method: 'POST', path: 'feature_flags/{{top}}/enable/' },
        body: {},
        status: 400,
        response: {
          detail: expect.stringMatching(
            /^Cannot enable this feature flag because it depends on disabled flags: base \(ID: \d+\)\./,
          ) as unknown,
        },
      },
      {
        manage: { method: 'POST', path: 'feature_flags/{{base}}/enable/' },
        body: { key: 'hijacked', active: false, filters: { groups: [] }, version: 999 },
        status: 200,
        response: {
          key: 'base',
          active: true,
          version: 2,
          filters: { groups: [{ rollout_percentage: 37 }] },
        },
      },
      {
        manage: { method: 'POST', path: 'feature_flags/{{base}}/enable/' },
        status: 200,
        response: { active: true, version: 2 },
      },
      {
        manage: { method: 'POST', path: 'feature_flags/{{top}}/enable/' },
        status: 200,
        response: { active: true },
      },
      {
        manage: { method: 'POST', path: 'feature_flags/{{base}}/disable/' },
        status: 400,
        response: {
          detail: expect.stringContaining(
            'Cannot disable this feature flag because other flags depend on it',
          ) as unknown,
        },
      },
      {
        manage: { method: 'POST', path: 'feature_flags/{{top}}/disable/' },
        scopes: ['feature_flag:read'],
        status: 403,
      },
      {
        manage: { method: 'POST', path: 'feature_flags/{{top}}/disable/' },
        scopes: ['feature_flag:write'],
        status: 200,
        response: { active: false },
      },
      {
        manage: { method: 'POST', path: 'feature_flags/{{top}}/enable/' },
        elsewhere: true,
        status: 404,
      },
    ],
  },
  {
    name: 'test_evaluation: the value of a flag for a user, with the reason',
    steps: [
      {
        manage: { method: 'POST', path: 'feature_flags/' },
        body: {
          key: 'tested',
          filters: {
            groups: [
              {
                properties: [{ key: 'plan', type: 'person', operator: 'exact', value: ['pro'] }],
                rollout_percentage: 100,
              },
              { properties: [], rollout_percentage: 0 },
            ],
          },
        },
        status: 201,
      },
      {
        manage: { method: 'POST', path: 'feature_flags/{{tested}}/test_evaluation/' },
        body: { distinct_id: 'nobody' },
        scopes: ['feature_flag:read'],
        status: 200,
        response: {
          flag_key: 'tested',
          result: false,
          reason: 'out_of_rollout_bound',
          condition_index: 1,
          payload: null,
          person_properties: {},
          evaluation_distinct_id: 'nobody',
          conditions: [
            {
              index: 0,
              matched: false,
              properties_matched: false,
              rollout_percentage: 100,
              rollout_excluded: false,
              variant: null,
              properties: [
                {
                  key: 'plan',
                  operator: 'exact',
                  value: ['pro'],
                  type: 'person',
                  actual_value: null,
                  matched: false,
                },
              ],
            },
            { index: 1, matched: false, properties_matched: true, rollout_excluded: true },
          ],
        },
      },
      {
        manage: { method: 'POST', path: 'feature_flags/{{tested}}/test_evaluation/' },
        body: {},
        status: 400,
        response: { type: 'validation_error' },
      },
      {
        manage: { method: 'POST', path: 'feature_flags/{{tested}}/test_evaluation/' },
        body: { distinct_id: 'a', person_id: 'b' },
        status: 400,
      },
      {
        manage: { method: 'POST', path: 'feature_flags/{{tested}}/test_evaluation/' },
        body: { distinct_id: 'a', timestamp: '2026-01-01T00:00:00Z' },
        status: 400,
        response: { attr: 'timestamp' },
      },
      {
        manage: { method: 'POST', path: 'feature_flags/{{tested}}/test_evaluation/' },
        body: { person_id: '01900000-0000-7000-8000-000000000000' },
        status: 404,
      },
      {
        manage: { method: 'POST', path: 'feature_flags/{{tested}}/test_evaluation/' },
        body: { distinct_id: 'a' },
        elsewhere: true,
        status: 404,
      },
    ],
  },
];
