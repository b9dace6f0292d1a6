import type { ConformanceCase, ExpectedResponse, Send } from '../test-support/case';
import { PERSONAL_KEY, PROJECT, USER, captured, settled } from '../test-support/case';
import { NOBODY, flag, only, where } from './flag-steps';

const PATH = `/api/projects/${PROJECT}/feature_flags`;
const headers = { authorization: `Bearer ${PERSONAL_KEY}` };

function gets(path: string, response: ExpectedResponse): Send {
  return { send: { method: 'GET', path: `${PATH}/${path}`, headers }, response };
}

function blastRadius(body: object, response: ExpectedResponse): Send {
  return {
    send: { path: `${PATH}/user_blast_radius/`, headers, body },
    response,
    withinMs: 10_000,
  };
}

function reaches(body: object, users_affected: number, total_users: number): Send {
  return blastRadius(body, { status: 200, body: { users_affected, total_users } });
}

/**
 * Questions about the flags of one person: evaluation reasons (`docs/wire/flags-management.md#evaluation-reasons`) and
 * Tidemark's dry run.
 */
export const reasons: readonly ConformanceCase[] = [
  {
    name: 'evaluation_reasons returns the value and reason of every flag, including inactive ones',
    steps: [
      captured('seen', { $set: { plan: 'pro' } }),
      ...settled(),
      flag('pros', only(where('plan', 'exact', 'pro'))),
      flag('nobody', NOBODY),
      flag('inactive', only(), { active: false }),
      gets(`evaluation_reasons?distinct_id=${USER}`, {
        status: 200,
        keys: ['inactive', 'nobody', 'pros'],
        body: {
          pros: { value: true, evaluation: { reason: 'condition_match', condition_index: 0 } },
          nobody: {
            value: false,
            evaluation: { reason: 'out_of_rollout_bound', condition_index: 0 },
          },
          inactive: { value: false, evaluation: { reason: 'disabled', condition_index: null } },
        },
      }),
      gets('evaluation_reasons', { status: 400, body: { detail: 'distinct_id is required' } }),
    ],
  },
  {
    name: 'my_flags returns the values of flags for the owner of the key',
    steps: [
      flag('pros', only(where('plan', 'exact', 'pro'))),
      flag('all'),
      gets('my_flags', {
        status: 200,
        body: [
          { feature_flag: { key: 'all', active: true }, value: true },
          { feature_flag: { key: 'pros' }, value: false },
        ],
      }),
    ],
  },
  {
    name: 'a dry run explains each flag, condition by condition',
    steps: [
      captured('seen', { $set: { plan: 'pro' } }),
      ...settled(),
      flag('pros', only(where('plan', 'exact', 'free'), where('plan', 'is_set'))),
      {
        send: { path: `${PATH}/dry_run/`, headers, body: { distinct_id: USER } },
        response: {
          status: 200,
          body: {
            person: { properties: { plan: 'pro' } },
            flags: [
              {
                key: 'pros',
                value: false,
                reason: { code: 'no_condition_match', condition_index: 0 },
                conditions: [
                  {
                    outcome: 'filters_missed',
                    filters: [
                      { filter: where('plan', 'exact', 'free'), actual: 'pro', matches: false },
                      { actual: 'pro', matches: true },
                    ],
                  },
                ],
              },
            ],
          },
        },
      },
    ],
  },
  {
    name: 'user_blast_radius counts the users who match a condition set',
    steps: [
      ...['pro', 'free', 'pro'].map((plan, index) =>
        captured('seen', { $set: { plan } }, { distinct_id: `b${index}` }),
      ),
      captured(
        '$groupidentify',
        { $group_type: 'company', $group_key: 'acme', $group_set: { tier: 'gold' } },
        { distinct_id: 'b0' },
      ),
      ...['b0', 'b1', 'b2'].flatMap((id) => settled(id)),
      reaches({ condition: { properties: [where('plan', 'exact', ['pro'])] } }, 2, 3),
      reaches({ condition: { properties: [] } }, 3, 3),
      reaches({ condition: {} }, 3, 3),
      reaches(
        {
          condition: {
            properties: [{ ...where('tier', 'exact', 'gold'), type: 'group', group_type_index: 0 }],
          },
          group_type_index: 0,
        },
        1,
        1,
      ),
      blastRadius(
        {
          condition: {
            properties: [{ ...where('tier', 'exact', 'gold'), type: 'group', group_type_index: 1 }],
          },
          group_type_index: 0,
        },
        {
          status: 400,
          body: {
            detail: 'Invalid group type index for feature flag condition.',
            attr: 'condition',
          },
        },
      ),
      blastRadius(
        {},
        {
          status: 400,
          body: { detail: 'Missing condition for which to get blast radius' },
        },
      ),
      reaches({ condition: { properties: [where('plan', 'semver_gt', '1.0.0')] } }, 0, 3),
      blastRadius(
        { condition: { properties: [{ ...where('tier', 'exact', 'gold'), type: 'group' }] } },
        { status: 400, body: { attr: 'condition' } },
      ),
    ],
  },
];
