import { change, flag, only, where } from '../flags/flag-steps';
import type { ConformanceCase, Manage } from '../test-support/case';
import { all, changeCohort, cohort, inCohort } from './cohort-steps';

function rejected(step: Manage, detail: string, attr: string | null = null): Manage {
  const response = { type: 'validation_error', code: 'invalid_input', detail, attr };
  return { ...step, status: 400, response };
}

const days = (count: number): object => ({ time_value: count, time_interval: 'day' });
const lately = (count: number): object => ({ seq_time_value: count, seq_time_interval: 'day' });

/** The cohorts resource (`docs/wire/management.md#cohorts`). */
export const resource: readonly ConformanceCase[] = [
  {
    name: 'cohorts are created, listed, changed, deleted and restored',
    steps: [
      cohort('first', all(where('plan', 'is_set', 'is_set'))),
      cohort('second', all(where('plan', 'exact', 'x'))),
      {
        manage: { method: 'GET', path: 'cohorts/' },
        status: 200,
        response: {
          count: 2,
          next: null,
          previous: null,
          results: [{ name: 'second' }, { name: 'first', is_static: false, deleted: false }],
        },
      },
      { manage: { method: 'DELETE', path: 'cohorts/{{first}}/' }, status: 405 },
      changeCohort('first', { deleted: true }),
      {
        manage: { method: 'GET', path: 'cohorts/' },
        status: 200,
        response: { count: 1, results: [{ name: 'second' }] },
      },
      { ...changeCohort('first', { deleted: false }), response: { deleted: false } },
    ],
  },
  {
    name: 'filters in a wrong format are rejected',
    steps: [
      rejected(cohort('a', {}), "Must contain a 'properties' key with type and values", 'filters'),
      rejected(
        cohort('a', all({ key: 'plan', type: 'person', operator: 'exact' })),
        'Missing required keys for person filter: value',
        'filters',
      ),
      rejected(
        cohort('a', all({ key: 'plan', type: 'person', value: 'x' })),
        'Missing required keys for person filter: operator',
        'filters',
      ),
    ],
  },
  {
    name: 'criteria on behaviour need all of their fields',
    steps: [
      ...(
        [
          [{ value: 'performed_event_sequence' }, /^Missing required keys .*: seq_event, /],
          [
            { value: 'performed_event_regularly', operator: 'gte' },
            /operator_value, .*total_periods/,
          ],
          [{ value: 'stopped_performing_event', ...days(7) }, /seq_time_value, seq_time_interval/],
          [
            { value: 'restarted_performing_event', ...days(7), ...lately(7) },
            /^seq_date must be more recent than date$/,
          ],
          [
            {
              value: 'performed_event_regularly',
              operator_value: 1,
              ...days(1),
              min_periods: 3,
              total_periods: 2,
            },
            /^min_periods \(3\) cannot be greater than total_periods \(2\)$/,
          ],
          [
            { value: 'performed_event', event_filters: [{ type: 'hogql', key: 'event = (' }] },
            /^In the filter/,
          ],
          [
            {
              value: 'performed_event',
              event_filters: [{ type: 'element', key: 'selector', operator: 'regex', value: 'a' }],
            },
            /takes the operators exact and is_not only/,
          ],
          [{ value: 'slept' }, /^Invalid value/],
        ] as const
      ).map(([more, detail]) =>
        rejected(
          cohort('a', all({ type: 'behavioral', key: 'buy', event_type: 'events', ...more })),
          expect.stringMatching(detail) as string,
          'filters',
        ),
      ),
      cohort(
        'comes back',
        all({
          type: 'behavioral',
          key: 'buy',
          event_type: 'events',
          value: 'restarted_performing_event',
          ...days(30),
          ...lately(7),
        }),
      ),
    ],
  },
  {
    name: 'a cohort that is in use cannot be deleted',
    steps: [
      cohort('paying', all(where('plan', 'exact', 'x'))),
      cohort(
        'buyers',
        all({ type: 'behavioral', key: 'buy', event_type: 'events', value: 'performed_event' }),
      ),
      cohort('both', all(inCohort('paying'), inCohort('buyers'))),
      flag('beta', only(inCohort('paying'))),
      {
        manage: { method: 'POST', path: 'insights/' },
        body: {
          name: 'By cohort',
          query: {
            kind: 'TrendsQuery',
            series: [{ kind: 'EventsNode', event: 'buy' }],
            breakdownFilter: { breakdown_type: 'cohort', breakdown: ['{{paying}}'] },
          },
        },
        status: 201,
        response: {},
      },
      {
        manage: { method: 'GET', path: 'cohorts/{{paying}}/used_in/' },
        status: 200,
        response: {
          feature_flags: { results: [{ key: 'beta' }], total: 1, has_more: false },
          insights: { results: [{ name: 'By cohort' }], total: 1, has_more: false },
          cohorts: { results: [{ name: 'both' }], total: 1, has_more: false },
        },
      },
      change('beta', { active: false }),
      rejected(
        changeCohort('paying', { deleted: true }),
        'This cohort is used in 1 insight(s): By cohort. Please remove the cohort from these insights before deleting it.',
      ),
      {
        manage: { method: 'GET', path: 'cohorts/?hide_behavioral_cohorts=true&basic=true' },
        status: 200,
        response: { count: 1, results: [{ name: 'paying' }] },
      },
      {
        manage: { method: 'GET', path: 'cohorts/{{paying}}/activity/' },
        status: 200,
        response: { results: [{ activity: 'created', scope: 'Cohort' }] },
      },
      rejected(
        changeCohort('paying', {
          groups: [{ properties: [inCohort('nothing', { value: 99999 })] }],
        }),
        'Invalid Cohort ID in filter',
      ),
      rejected(
        cohort(
          'a',
          all({
            ...{ type: 'behavioral', key: 'buy', event_type: 'events', value: 'performed_event' },
            explicit_datetime: 'whenever',
          }),
        ),
        'explicit_datetime must be a date such as -30d or 2024-01-15',
        'filters',
      ),
    ],
  },
  {
    name: 'cohorts cannot refer to each other in a loop, nor be deleted while others use them',
    steps: [
      cohort('inner', all(where('plan', 'exact', 'x'))),
      cohort('outer', all(inCohort('inner'))),
      rejected(
        changeCohort('inner', { filters: all(inCohort('outer')) }),
        'Cohorts cannot reference other cohorts in a loop.',
      ),
      flag('beta', only(inCohort('outer'))),
      rejected(
        changeCohort('inner', { deleted: true }),
        'This cohort is used as criteria in 1 other cohort(s): outer. Please remove this cohort from those cohort definitions before deleting it.',
      ),
      rejected(
        changeCohort('outer', { deleted: true }),
        'This cohort is used in 1 active feature flag(s): beta. Please remove the cohort from these feature flags before deleting it.',
      ),
      change('beta', { active: false }),
      changeCohort('outer', { deleted: true }),
      changeCohort('inner', { deleted: true }),
      {
        manage: { method: 'PATCH', path: 'feature_flags/{{beta}}/' },
        body: { filters: only(inCohort('outer')) },
        status: 400,
        response: { code: 'cohort_does_not_exist', attr: 'filters' },
      },
    ],
  },
];
