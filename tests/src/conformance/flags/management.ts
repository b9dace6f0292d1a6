import type { ConformanceCase, Manage } from '../test-support/case';
import { captured, settled, shows } from '../test-support/case';
import { EVERYONE, change, flag, only } from './flag-steps';

const needs = (key: string): object => ({
  key: `{{${key}}}`,
  type: 'flag',
  operator: 'flag_evaluates_to',
  value: true,
});

function reads(path: string, response: object, status = 200): Manage {
  return { manage: { method: 'GET', path: `feature_flags/${path}` }, status, response };
}

function rejects(body: object, detail: string, code = 'invalid_input', attr = 'filters'): Manage {
  return {
    manage: { method: 'POST', path: 'feature_flags/' },
    body,
    status: 400,
    response: { type: 'validation_error', code, detail, attr },
  };
}

const split = (...percentages: number[]) => ({
  multivariate: {
    variants: percentages.map((rollout_percentage, i) => ({ key: `v${i}`, rollout_percentage })),
  },
});

const rejected = (filters: object, detail: string, code?: string): Manage =>
  rejects({ key: 'bad', filters }, detail, code);
const property = (more: object): object => ({ type: 'person', key: 'a', value: 'x', ...more });

/**
 * The management of flags (`docs/wire/flags-evaluation.md#filters`, `docs/wire/flags-management.md#management` and
 * `docs/wire/flags-management.md#flag-actions`).
 */
export const management: readonly ConformanceCase[] = [
  {
    name: 'invalid flags are rejected with the error messages of PostHog',
    steps: [
      rejects(
        { key: 'a b' },
        'Only letters, numbers, hyphens (-) & underscores (_) are allowed.',
        'invalid_key',
        'key',
      ),
      flag('taken'),
      rejects({ key: 'taken' }, 'There is already a feature flag with this key.', 'unique', 'key'),
      rejected({ groups: [] }, 'Feature flags must have at least one condition set (group).'),
      rejected(
        { ...EVERYONE, ...split(50, 40) },
        'Invalid variant definitions: Variant rollout percentages must sum to 100.',
      ),
      rejects(
        { key: 'bad', filters: { ...EVERYONE, ...split() } },
        'This list may not be empty.',
        'empty',
        'filters__multivariate__variants',
      ),
      rejected(
        { groups: [{ variant: 'gone' }], ...split(100) },
        'Filters are not valid (variant override does not exist)',
      ),
      rejected(
        only({ ...property({ type: 'group' }), group_type_index: 0 }),
        'Filters are not valid (can only use person, cohort, and flag properties)',
      ),
      rejected(
        { ...only(property({})), aggregation_group_type_index: 0 },
        'Filters are not valid (can only use group properties)',
      ),
      rejected(
        only({ ...property({ type: 'flag' }), key: '1' }),
        "Flag properties must use the 'flag_evaluates_to' operator",
      ),
      rejected(
        only(property({ operator: 'is_date_before', value: 'soon' })),
        'Invalid date value: soon',
        'invalid_date',
      ),
      rejected(
        only(property({ operator: 'regex', value: 5 })),
        'Invalid value for operator regex: 5',
        'invalid_value',
      ),
      rejected(
        only(property({ operator: 'is_date_before', value: 'Jan 5 2026' })),
        'Invalid date value: Jan 5 2026',
        'invalid_date',
      ),
      rejected(
        only(property({ operator: 'not_regex', value: '[' })),
        'Invalid regular expression: [',
        'invalid_value',
      ),
      rejected(
        only(property({ operator: 'in', value: [1] })),
        "The 'in' operator is only valid for cohort properties, not 'person' properties.",
        'invalid_operator',
      ),
      rejected(
        only({ key: 'id', type: 'cohort', value: 999_999 }),
        'Cohort with id 999999 does not exist',
        'cohort_does_not_exist',
      ),
      rejected(
        { ...EVERYONE, payloads: { other: '1' } },
        "Payload keys must be 'true' for boolean flags",
      ),
      rejected(
        { ...EVERYONE, ...split(100), payloads: { true: '1' } },
        'Payload keys must match a variant key for multivariate flags',
      ),
    ],
  },
  {
    name: 'filters are converted to their newest format',
    steps: [
      {
        ...flag('bounds', {
          groups: [
            { properties: [property({ operator: 'min', value: '3' })], sort_key: 2, junk: 1 },
            { properties: null, rollout_percentage: 0.5 },
          ],
          junk: 1,
        }),
        response: {
          filters: {
            groups: [
              { properties: [{ key: 'a', operator: 'gte', value: '3' }], sort_key: 2 },
              { properties: [], rollout_percentage: 0.5 },
            ],
          },
        },
      },
    ],
  },
  {
    name: 'flags that others depend on cannot be deleted, and dependencies cannot be circular',
    steps: [
      flag('base'),
      flag('top', only(needs('base'))),
      {
        ...change('base', { filters: only(needs('top')) }),
        status: 400,
        response: { detail: 'Circular dependency detected: base → top → base', attr: 'filters' },
      },
      {
        ...change('base', { filters: only(needs('base')) }),
        status: 400,
        response: { detail: "Feature flag 'base' cannot depend on itself" },
      },
      { ...change('base', { deleted: true }), status: 400, response: { attr: null } },
      { ...change('base', { active: false }), status: 400, response: { attr: null } },
      reads('{{base}}/dependent_flags/', [{ key: 'top', name: 'top' }]),
      change('top', { deleted: true }),
      reads('{{base}}/dependent_flags/', []),
      change('base', { deleted: true }),
    ],
  },
  {
    name: 'an update is rejected if another user has changed the same field since the version it is based on',
    steps: [
      flag('beta', EVERYONE, { name: 'a' }),
      change('beta', { name: 'b' }),
      {
        ...change('beta', { name: 'c', version: 1, original_flag: { name: 'a' } }),
        status: 409,
        response: { type: 'server_error', code: 'conflict' },
      },
      {
        ...change('beta', { active: false, version: 1, original_flag: { active: true } }),
        response: { name: 'b', active: false, version: 3 },
      },
    ],
  },
  {
    name: 'the history contains every change, newest first',
    steps: [
      flag('beta', EVERYONE, { name: 'a' }),
      change('beta', { name: 'b', tags: ['x'] }),
      change('beta', { deleted: true }),
      change('beta', { deleted: false }),
      reads('{{beta}}/activity/', {
        total_count: 4,
        next: null,
        previous: null,
        results: [
          { activity: 'restored', scope: 'FeatureFlag' },
          { activity: 'deleted' },
          {
            activity: 'updated',
            detail: {
              name: 'beta',
              changes: [
                { type: 'FeatureFlag', action: 'changed', field: 'name', before: 'a', after: 'b' },
                { field: 'version', before: 1, after: 2 },
                { field: 'tags', before: [], after: ['x'] },
              ],
            },
          },
          { activity: 'created', detail: { changes: [] } },
        ],
      }),
      reads('activity/?limit=1&page=2', { total_count: 4, results: [{ activity: 'deleted' }] }),
    ],
  },
  {
    name: 'flag calls are counted by day and response; a flag can be a breakdown',
    steps: [
      flag('exp', EVERYONE),
      reads('{{exp}}/status/', { status: 'active', reason: 'Flag has no usage data yet' }),
      ...['test', 'test', 'control', true].map((response) =>
        captured('$feature_flag_called', {
          $feature_flag: 'exp',
          $feature_flag_response: response,
        }),
      ),
      captured('$feature_flag_called', { $feature_flag: 'other', $feature_flag_response: true }),
      captured('bought', { '$feature/exp': 'test', $active_feature_flags: ['exp'] }),
      captured('bought', { '$feature/exp': false }),
      captured('bought', { '$feature/exp': 'test' }),
      ...settled(),
      shows(
        `SELECT properties.$feature_flag_response, count() FROM events
         WHERE event = '$feature_flag_called' AND properties.$feature_flag = 'exp'
         GROUP BY properties.$feature_flag_response ORDER BY 1`,
        [
          ['control', 1],
          ['test', 2],
          ['true', 1],
        ],
      ),
      shows(
        "SELECT properties.`$feature/exp` AS value, count() FROM events WHERE event = 'bought' GROUP BY value ORDER BY value",
        [
          ['false', 1],
          ['test', 2],
        ],
      ),
      reads('{{exp}}/status/', { status: 'active', reason: 'Flag was called today' }),
      reads('{{exp}}/usage/?days=2', {
        key: 'exp',
        days: 2,
        total: 4,
        results: [
          { response: 'control', calls: 1, distinct_ids: 1 },
          { response: 'test', calls: 2, distinct_ids: 1 },
          { response: 'true', calls: 1, distinct_ids: 1 },
        ],
      }),
    ],
  },
];
