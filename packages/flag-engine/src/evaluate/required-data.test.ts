import { compileFlags } from '../compile/compile-flags';
import { ALL_FLAGS } from '../selection/selection';
import type { EvaluationContext } from '../subject/context';
import { aContext, aFlag, personFilter } from '../test-support/factories';
import { requiredData } from './required-data';

const NOTHING = {
  person: false,
  groups: [],
  groupTypes: false,
  hashKeyOverrides: false,
  cohorts: [],
};
const groupTypes = { 0: 'organization' };
const groupFilter = { key: 'tier', type: 'group', group_type_index: 0, value: 'gold' };

function required(filters: unknown, context: Partial<EvaluationContext> = {}, columns = {}) {
  const flags = compileFlags([aFlag({ filters, ...columns })]);
  return requiredData(flags, aContext(context), groupTypes);
}

describe('requiredData', () => {
  it('is empty for rollouts and for conditions that depend only on the request', () => {
    expect(required({ groups: [{ rollout_percentage: 50 }] })).toEqual(NOTHING);
    const filters = {
      groups: [
        {
          properties: [
            personFilter('plan', 'exact', 'pro'),
            personFilter('distinct_id', 'is_set'),
            personFilter('$geoip_country_code', 'exact', 'NO'),
          ],
        },
      ],
    };
    const context = {
      personPropertyOverrides: { plan: null },
      geoipProperties: { $geoip_country_code: 'NO' },
    };
    expect(required(filters, context)).toEqual(NOTHING);
  });

  it.each<[what: string, filters: unknown]>([
    ['a filter', { groups: [{ properties: [personFilter('plan', 'is_set')] }] }],
    [
      'an initial value',
      { groups: [{ properties: [personFilter('$initial_browser', 'is_set')] }] },
    ],
    ['early access', { groups: [], feature_enrollment: true }],
    [
      'old early access',
      { groups: [], super_groups: [{ properties: [personFilter('a', 'is_set')] }] },
    ],
  ])('is the person for %s on a property the request lacks', (_what, filters) => {
    const context = { personPropertyOverrides: { $browser: 'Firefox' } };
    expect(required(filters, context)).toEqual({ ...NOTHING, person: true });
  });

  it('is the group for a group filter, if the request names the group and lacks the key', () => {
    const filters = { groups: [{ properties: [groupFilter] }], aggregation_group_type_index: 0 };
    const named = { groups: { organization: 'org-9' } };
    expect(required(filters, named)).toEqual({
      ...NOTHING,
      groups: ['organization'],
      groupTypes: true,
    });
    expect(required(filters)).toEqual({ ...NOTHING, groupTypes: true });
    const carried = { ...named, groupPropertyOverrides: { organization: { tier: 'gold' } } };
    expect(required(filters, carried)).toEqual({ ...NOTHING, groupTypes: true });
  });

  it('is the stored hash key for a flag that keeps its value, if there is something to hash', () => {
    const keeps = { ensure_experience_continuity: true };
    const half = { groups: [{ rollout_percentage: 50 }] };
    expect(required(half, {}, keeps).hashKeyOverrides).toBe(true);
    expect(required({ groups: [{}] }, {}, keeps).hashKeyOverrides).toBe(false);
    expect(required(half).hashKeyOverrides).toBe(false);
    const variants = { variants: [{ key: 'a', rollout_percentage: 100 }] };
    expect(required({ groups: [{}], multivariate: variants }, {}, keeps).hashKeyOverrides).toBe(
      true,
    );
  });

  it('looks at selected flags only', () => {
    const filters = { groups: [{ properties: [personFilter('plan', 'is_set')] }] };
    const flags = compileFlags([aFlag({ filters }), aFlag({ id: 2, key: 'simple' })]);
    const selection = { ...ALL_FLAGS, flagKeys: ['simple'] };
    expect(requiredData(flags, aContext(), groupTypes, selection)).toEqual(NOTHING);
  });
});
