import { aFlag, evaluateOne, personFilter } from '../testing/factories';

const enterprise = personFilter('plan', 'exact', 'enterprise');
const variants = (...pairs: [string, number][]) => ({
  variants: pairs.map(([key, rollout_percentage]) => ({ key, rollout_percentage })),
});

describe('conditions', () => {
  it('a matched condition switches the flag on, with its payload and reason', () => {
    const flag = aFlag({
      version: 3,
      has_experiment: true,
      filters: { groups: [{ properties: [enterprise] }], payloads: { true: '{"cta":"Try"}' } },
    });
    expect(evaluateOne(flag, { personProperties: { plan: 'Enterprise' } })).toEqual({
      key: 'beta-search',
      id: 1,
      version: 3,
      has_experiment: true,
      enabled: true,
      variant: null,
      payload: '{"cta":"Try"}',
      reason: {
        code: 'condition_match',
        condition_index: 0,
        description: 'Matched condition set 1',
      },
    });
    expect(evaluateOne(flag, { personProperties: { plan: 'free' } })).toEqual({
      key: 'beta-search',
      id: 1,
      version: 3,
      has_experiment: true,
      enabled: false,
      variant: null,
      payload: null,
      reason: {
        code: 'no_condition_match',
        condition_index: 0,
        description: 'No matching condition set',
      },
    });
  });

  it('all filters of a condition must match', () => {
    const filters = { groups: [{ properties: [enterprise, personFilter('age', 'gt', '30')] }] };
    const enabled = (personProperties: Record<string, unknown>) =>
      evaluateOne(aFlag({ filters }), { personProperties }).enabled;
    expect(enabled({ plan: 'enterprise', age: 31 })).toBe(true);
    expect(enabled({ plan: 'enterprise', age: 30 })).toBe(false);
    expect(enabled({ age: 31 })).toBe(false);
  });

  it.each([null, undefined])('a rollout of %s means everyone', (rollout_percentage) => {
    const flag = aFlag({ filters: { groups: [{ properties: null, rollout_percentage }] } });
    expect(evaluateOne(flag).enabled).toBe(true);
  });

  it('a flag without conditions is off for want of a subject', () => {
    for (const filters of [{}, { groups: [] }, { groups: null }]) {
      expect(evaluateOne(aFlag({ filters }))).toMatchObject({
        enabled: false,
        reason: { code: 'no_group_type', condition_index: null, description: 'No group type' },
      });
    }
  });

  it('the first match in stored order wins, variant overrides or not', () => {
    const filters = {
      groups: [
        { properties: [enterprise] },
        { properties: [], rollout_percentage: 100 },
        { properties: [], variant: 'test' },
      ],
      multivariate: variants(['control', 100], ['test', 0]),
    };
    expect(evaluateOne(aFlag({ filters }))).toMatchObject({
      variant: 'control',
      reason: { condition_index: 1, description: 'Matched condition set 2' },
    });
  });

  it('an empty identifier hashes to 0: inside a 0 % rollout, first variant', () => {
    const filters = {
      groups: [{ rollout_percentage: 0 }],
      multivariate: variants(['control', 50], ['test', 50]),
    };
    const flag = aFlag({ filters });
    expect(evaluateOne(flag, { distinctId: '' })).toMatchObject({ variant: 'control' });
    expect(evaluateOne(flag, { distinctId: 'user-17' })).toMatchObject({ enabled: false });
  });

  it('hashes the first 200 characters of the distinct id', () => {
    const flag = aFlag({ filters: { groups: [{ rollout_percentage: 10.75 }] } });
    // 0.10748 for 200 times "a".
    expect(evaluateOne(flag, { distinctId: 'a'.repeat(205) }).enabled).toBe(true);
    const below = aFlag({ filters: { groups: [{ rollout_percentage: 10.74 }] } });
    expect(evaluateOne(below, { distinctId: 'a'.repeat(205) }).enabled).toBe(false);
  });
});

describe('the distinct id as a property', () => {
  it('is cut like the hashed one', () => {
    const longest = personFilter('distinct_id', 'exact', 'a'.repeat(200));
    const flag = aFlag({ filters: { groups: [{ properties: [longest] }] } });
    expect(evaluateOne(flag, { distinctId: 'a'.repeat(205) }).enabled).toBe(true);
    expect(evaluateOne(flag, { distinctId: 'a'.repeat(199) }).enabled).toBe(false);
  });
});

describe('variants', () => {
  const multivariate = variants(['control', 50], ['compact', 25], ['spacious', 25]);
  const layout = (groups: object[]) =>
    aFlag({
      key: 'checkout-layout',
      filters: { groups, multivariate, payloads: { compact: '{"density":1}', true: '"never"' } },
    });

  it('falls where the hash falls, with the payload of the variant', () => {
    expect(evaluateOne(layout([{}]), { distinctId: 'user-61' })).toMatchObject({
      enabled: true,
      variant: 'compact',
      payload: '{"density":1}',
    });
    expect(evaluateOne(layout([{}]), { distinctId: 'user-17' })).toMatchObject({
      variant: 'control',
      payload: null,
    });
  });

  it('follows an override that names a variant and ignores any other', () => {
    expect(evaluateOne(layout([{ variant: 'spacious' }]), { distinctId: 'user-61' }).variant).toBe(
      'spacious',
    );
    expect(evaluateOne(layout([{ variant: 'wide' }]), { distinctId: 'user-61' }).variant).toBe(
      'compact',
    );
  });

  it('ignores an override on a boolean flag', () => {
    const flag = aFlag({ filters: { groups: [{ variant: 'wide' }] } });
    expect(evaluateOne(flag)).toMatchObject({ enabled: true, variant: null });
  });

  it('uses another hash than the rollout', () => {
    const flag = aFlag({
      key: 'checkout-layout-partial',
      filters: {
        groups: [{ rollout_percentage: 50 }],
        multivariate: variants(['control', 50], ['test', 50]),
      },
    });
    // Rollout 0.3476, variant 0.6251.
    expect(evaluateOne(flag, { distinctId: 'user-77' }).variant).toBe('test');
    // Rollout 0.6993.
    expect(evaluateOne(flag, { distinctId: 'user-105' }).enabled).toBe(false);
  });

  it('a flag on without a variant, when the weights end too early, has the payload of "true"', () => {
    const filters = {
      groups: [{}],
      multivariate: variants(['control', 10]),
      payloads: { true: '1', control: '2' },
    };
    // The variant hash of user-61 is 0.5698.
    const flag = aFlag({ key: 'checkout-layout', filters });
    expect(evaluateOne(flag, { distinctId: 'user-61' })).toMatchObject({
      enabled: true,
      variant: null,
      payload: '1',
    });
  });
});

describe('the reported reason', () => {
  // The rollout hashes of user-105 for these keys lie between 0.16 and 0.57.
  const missesRollout = { properties: [], rollout_percentage: 10 };
  const missesFilter = { properties: [enterprise] };
  const matches = { properties: [], rollout_percentage: 100 };

  it.each<[groups: object[], code: string, index: number]>([
    [[missesRollout, missesFilter], 'out_of_rollout_bound', 0],
    [[missesFilter, missesRollout], 'out_of_rollout_bound', 1],
    [[missesFilter, missesFilter], 'no_condition_match', 1],
    [[missesRollout, missesFilter, missesRollout], 'out_of_rollout_bound', 2],
    [[missesRollout, matches], 'condition_match', 1],
  ])('of %j is %s at %d', (groups, code, condition_index) => {
    const flag = aFlag({ key: 'beta-search-staged', filters: { groups } });
    const result = evaluateOne(flag, { distinctId: 'user-105' });
    expect(result.reason).toMatchObject({ code, condition_index });
  });

  it('describes a rollout miss', () => {
    const flag = aFlag({ key: 'beta-search-staged', filters: { groups: [missesRollout] } });
    expect(evaluateOne(flag, { distinctId: 'user-105' }).reason.description).toBe(
      'Out of rollout bound',
    );
  });

  it('with early exit a rollout miss ends the flag, a filter miss does not', () => {
    const staged = (groups: object[]) =>
      aFlag({ key: 'beta-search-staged-early-exit', filters: { groups, early_exit: true } });
    const context = { distinctId: 'user-105' };
    expect(evaluateOne(staged([missesRollout, matches]), context)).toMatchObject({
      enabled: false,
      reason: { code: 'out_of_rollout_bound', condition_index: 0 },
    });
    expect(evaluateOne(staged([missesFilter, matches]), context).enabled).toBe(true);
  });
});
