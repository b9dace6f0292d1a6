import { change, flag, only, where } from '../flags/flag-steps';
import type { ConformanceCase, Manage, Send } from '../test-support/case';
import { captured, shows, TOKEN } from '../test-support/case';
import {
  all,
  calculated,
  CALCULATED_MS,
  changeCohort,
  cohort,
  inCohort,
  person,
  upload,
} from './cohort-steps';

/** Expects the flags of a person, at the latest when all calculations have finished. */
function says(distinctId: string, featureFlags: object): Send {
  return {
    send: { path: '/decide?v=3', body: { api_key: TOKEN, distinct_id: distinctId } },
    response: { status: 200, body: { featureFlags, errorsWhileComputingFlags: false } },
    withinMs: CALCULATED_MS,
  };
}

const bought = (more: object = {}): object => ({
  type: 'behavioral',
  key: 'buy',
  event_type: 'events',
  value: 'performed_event',
  time_value: 30,
  time_interval: 'day',
  ...more,
});

/** Expects the members in a list, in this order. */
function listed(name: string, query: string, distinctIds: readonly string[]): Manage {
  return {
    manage: { method: 'GET', path: `cohorts/{{${name}}}/persons/${query}` },
    status: 200,
    response: { results: distinctIds.map((id) => ({ distinct_ids: [id] })) },
    withinMs: CALCULATED_MS,
  };
}

/** The members of a cohort, as flags and queries use them. */
export const membership: readonly ConformanceCase[] = [
  {
    name: 'a cohort by person properties applies to flags immediately, and to queries after its calculation',
    steps: [
      ...person('ann', 'pro'),
      ...person('bob', 'free'),
      cohort('pros', all(where('plan', 'exact', ['pro']))),
      flag('inside', only(inCohort('pros', { operator: 'in' }))),
      flag('outside', only(inCohort('pros', { operator: 'not_in' }))),
      says('ann', { inside: true, outside: false }),
      says('bob', { inside: false, outside: true }),
      says('nobody', { inside: false, outside: true }),
      calculated('pros', 1),
      shows("SELECT distinct_id FROM events WHERE person_id IN COHORT 'pros'", [['ann']]),
      shows("SELECT distinct_id FROM events WHERE person_id NOT IN COHORT 'pros'", [['bob']]),
      shows('SELECT count() FROM cohort_people', [[1]]),
      {
        manage: { method: 'GET', path: 'cohorts/{{pros}}/persons/' },
        status: 200,
        response: {
          results: [{ type: 'person', distinct_ids: ['ann'], properties: { plan: 'pro' } }],
          next: null,
          previous: null,
        },
      },
      changeCohort('pros', { filters: all(where('plan', 'exact', ['free'])) }),
      says('ann', { inside: false, outside: true }),
      calculated('pros', 1),
      shows("SELECT distinct_id FROM events WHERE person_id IN COHORT 'pros'", [['bob']]),
    ],
  },
  {
    name: 'a cohort by events, and cohorts that refer to it',
    steps: [
      ...person('ann', 'pro'),
      ...person('bob', 'pro'),
      captured('buy', {}, { distinct_id: 'ann' }),
      captured('buy', {}, { distinct_id: 'ann' }),
      captured('buy', {}, { distinct_id: 'bob' }),
      shows("SELECT count() FROM events WHERE event = 'buy'", [[3]]),
      cohort('buyers', all(bought())),
      cohort(
        'regulars',
        all(bought({ value: 'performed_event_multiple', operator: 'gte', operator_value: 2 })),
      ),
      calculated('buyers', 2),
      calculated('regulars', 1),
      cohort(
        'repeaters',
        all(
          bought({
            value: 'performed_event_sequence',
            seq_event: 'buy',
            seq_event_type: 'events',
            seq_time_value: 1,
            seq_time_interval: 'hour',
          }),
        ),
      ),
      calculated('repeaters', 1),
      cohort('once', all(inCohort('buyers'), inCohort('regulars', { negation: true }))),
      calculated('once', 1),
      flag('thanks', only(inCohort('regulars', { operator: 'in' }))),
      flag('nudge', only(inCohort('once'))),
      says('ann', { thanks: true, nudge: false }),
      says('bob', { thanks: false, nudge: true }),
    ],
  },
  {
    name: 'members of a cohort are listed newest first, filtered, and copied to a static cohort',
    steps: [
      ...person('ann', 'pro'),
      ...person('bob', 'pro'),
      {
        manage: { method: 'POST', path: 'cohorts/' },
        // The oldest format: an object of values by property name.
        body: { name: 'pros', groups: [{ properties: { plan: 'pro' } }] },
        status: 201,
        response: {
          filters: all({ key: 'plan', type: 'person', value: 'pro', operator: 'exact' }),
        },
      },
      calculated('pros', 2),
      listed('pros', '', ['bob', 'ann']),
      listed('pros', '?limit=1&offset=1', ['ann']),
      listed('pros', '?search=an', ['ann']),
      listed('pros', `?properties=${encodeURIComponent('[{"key":"plan","value":"free"}]')}`, []),
      {
        manage: { method: 'GET', path: 'cohorts/{{pros}}/duplicate_as_static_cohort/' },
        status: 200,
        response: { name: 'pros (static copy)', is_static: true, query: null },
      },
      calculated('pros (static copy)', 2),
      changeCohort('pros', { deleted: true }),
      listed('pros (static copy)', '', ['bob', 'ann']),
    ],
  },
  {
    name: 'a static cohort of the persons for whom a flag is on does not change with the flag',
    steps: [
      ...person('ann', 'pro'),
      ...person('bob', 'free'),
      flag('pro-only', only(where('plan', 'exact', ['pro']))),
      {
        manage: {
          method: 'POST',
          path: 'feature_flags/{{pro-only}}/create_static_cohort_for_flag/',
        },
        status: 201,
        response: { cohort: { is_static: true, is_calculating: true } },
      },
      shows('SELECT count() FROM static_cohort_people', [[1]]),
      change('pro-only', { active: false }),
      shows(
        'SELECT distinct_id FROM events WHERE person_id IN (SELECT person_id FROM static_cohort_people)',
        [['ann']],
      ),
    ],
  },
  {
    name: 'a static cohort contains the known persons in its file',
    steps: [
      ...person('ann', 'pro'),
      ...person('bob', 'pro'),
      upload('beta', 'bob\nnobody\n', 1),
      shows("SELECT distinct_id FROM events WHERE person_id IN COHORT 'beta'", [['bob']]),
      shows('SELECT count() FROM static_cohort_people', [[1]]),
    ],
  },
];
