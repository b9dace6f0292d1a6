import type { ConformanceCase, Send } from '../test-support/case';
import { captured } from '../test-support/case';
import { flag, only, values, where } from './flag-steps';

/** Expects flag values after the events sent before have been ingested. */
function soon(featureFlags: object, more: object = {}): Send {
  return { ...values(featureFlags, more), withinMs: 10_000 };
}

const byPlan = flag('beta', only(where('plan', 'exact', 'pro')));
const groupFlag = {
  aggregation_group_type_index: 0,
  groups: [
    {
      properties: [
        { key: 'tier', type: 'group', group_type_index: 0, operator: 'exact', value: ['gold'] },
      ],
      rollout_percentage: 100,
    },
  ],
};

/**
 * Stored properties, which conditions use in addition to those in the request; values in the request take precedence.
 */
export const storedProperties: readonly ConformanceCase[] = [
  {
    name: 'conditions use stored person properties, but prefer those in the request',
    steps: [
      byPlan,
      values({ beta: false }),
      captured('signup', { $set: { plan: 'pro' } }),
      soon({ beta: true }),
      values({ beta: false }, { person_properties: { plan: 'free' } }),
      values({ beta: true }, { person_properties: { other: 1 } }),
      values({ beta: false }, { distinct_id: 'somebody else' }),
      captured('downgrade', { $set: { plan: 'free' } }),
      soon({ beta: false }),
      values({ beta: true }, { person_properties: { plan: 'pro' } }),
      captured('gone', { $unset: ['plan'] }),
      soon({ beta: false }),
    ],
  },
  {
    name: 'another distinct id of a person has the same properties',
    steps: [
      byPlan,
      captured('signup', { $set: { plan: 'pro' } }),
      soon({ beta: true }),
      values({ beta: false }, { distinct_id: 'anon' }),
      captured('$identify', { $anon_distinct_id: 'anon' }),
      soon({ beta: true }, { distinct_id: 'anon' }),
    ],
  },
  {
    name: 'the distinct id can be used as a property',
    steps: [
      flag('beta', only(where('distinct_id', 'exact', ['u1']))),
      values({ beta: true }),
      values({ beta: false }, { distinct_id: 'u2' }),
    ],
  },
  {
    name: 'negative conditions match unknown persons',
    steps: [
      flag('beta', only(where('plan', 'is_not', 'pro'))),
      values({ beta: true }, { distinct_id: 'nobody' }),
    ],
  },
  {
    name: 'conditions use stored group properties, but prefer those in the request',
    steps: [
      captured('$groupidentify', {
        $group_type: 'company',
        $group_key: 'acme',
        $group_set: { tier: 'gold' },
      }),
      flag('beta', groupFlag),
      soon({ beta: true }, { groups: { company: 'acme' } }),
      values({ beta: false }, { groups: { company: 'other' } }),
      values(
        { beta: true },
        { groups: { company: 'other' }, group_properties: { company: { tier: 'gold' } } },
      ),
      values(
        { beta: false },
        { groups: { company: 'acme' }, group_properties: { company: { tier: 'free' } } },
      ),
      values({ beta: false }),
      {
        send: { path: '/flags/?v=2', body: { api_key: '{{token}}', distinct_id: 'u1' } },
        response: {
          status: 200,
          body: {
            flags: {
              beta: {
                enabled: false,
                reason: { code: 'no_group_type', condition_index: 0 },
              },
            },
          },
        },
      },
    ],
  },
];
