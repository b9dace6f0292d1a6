import type { FlagDefinition, FlagResult } from '@tidemark/flag-engine';
import { compileFlags, evaluateFlags } from '@tidemark/flag-engine';
import { evaluatedFlag } from './evaluated-flag';

const pro = { key: 'plan', type: 'person', operator: 'exact', value: 'pro' };
const variants = { variants: [{ key: 'only', rollout_percentage: 100 }] };

/** Evaluates a flag with these filters and these properties of the person. */
function evaluated(filters: object, personProperties: object | null = {}, isRemote = false) {
  const flag: FlagDefinition = {
    id: 7,
    key: 'f',
    version: 3,
    active: true,
    deleted: false,
    filters,
  };
  const compiled = compileFlags([flag]);
  const { results } = evaluateFlags(compiled, {
    distinctId: 'user-17',
    deviceId: null,
    anonDistinctId: null,
    groups: {},
    personPropertyOverrides: {},
    geoipProperties: {},
    groupPropertyOverrides: {},
    groupTypes: {},
    personProperties: personProperties as Record<string, unknown> | null,
    groupProperties: {},
    hashKeyOverrides: {},
    memberOf: new Set(),
    now: new Date('2026-01-01T00:00:00Z'),
    timezone: 'UTC',
  });
  return evaluatedFlag(results.get('f') as FlagResult, compiled.byId.get(7), isRemote);
}

it.each<[what: string, filters: object, expected: object]>([
  ['on for everyone', { groups: [{}] }, { value: true, reason: 'STATIC' }],
  ['a rollout', { groups: [{ rollout_percentage: 99 }] }, { value: true, reason: 'SPLIT' }],
  ['off', { groups: [{ rollout_percentage: 0 }] }, { value: false, reason: 'DEFAULT' }],
  ['a filter', { groups: [{ properties: [pro] }] }, { value: true, reason: 'TARGETING_MATCH' }],
  [
    'a variant',
    { groups: [{}], multivariate: variants, payloads: { only: '{"a":1}' } },
    {
      value: 'only',
      variant: 'only',
      reason: 'SPLIT',
      metadata: { id: 7, version: 3, reason: 'condition_match', payload: '{"a":1}' },
    },
  ],
  [
    'held out',
    { groups: [{}], holdout: { id: 1, exclusion_percentage: 100 } },
    { value: 'holdout-1', variant: 'holdout-1', reason: 'SPLIT' },
  ],
])('%s', (_what, filters, expected) => {
  expect(evaluated(filters, { plan: 'pro' })).toMatchObject({ key: 'f', ...expected });
});

it('returns no value for a multivariate flag that is off', () => {
  const off = evaluated({ groups: [{ properties: [pro] }], multivariate: variants });
  expect(off).toMatchObject({ key: 'f', reason: 'DEFAULT' });
  expect(off).not.toHaveProperty('value');
  expect(off).not.toHaveProperty('variant');
});

it.each([
  ['{"limit":3}', { limit: 3 }],
  ['5', 5],
  ['"text"', 'text'],
  ['not JSON', 'not JSON'],
  [{ old: true }, { old: true }],
])('returns the payload of remote configuration: %j', (payload, value) => {
  const filters = { groups: [{}], payloads: { true: payload } };
  expect(evaluated(filters, {}, true)).toMatchObject({ value });
});

it('has no value for remote configuration without a payload', () => {
  expect(evaluated({ groups: [{}] }, {}, true)).not.toHaveProperty('value');
});

it('returns the reason why a flag could not be evaluated', () => {
  expect(evaluated({ groups: [{ properties: [pro] }] }, null)).toEqual({
    key: 'f',
    errorCode: 'GENERAL',
    errorDetails: 'Stored properties could not be read',
  });
});
