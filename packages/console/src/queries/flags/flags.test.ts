import type { FlagCondition, FlagDraft } from './flag';
import {
  draftProblems,
  evenShares,
  NEW_FLAG,
  targetOf,
  unreachableConditions,
  withNewCondition,
  withShare,
  withTarget,
  withVariantKey,
  withVariants,
} from './flag';
import { conditionWords, flagDifferences, flagWords } from './flag-words';

const pro = { type: 'person', key: 'plan', operator: 'exact', value: ['pro'] };
const flag: FlagDraft = {
  key: 'checkout',
  name: 'Checkout',
  active: true,
  filters: {
    groups: [{ properties: [pro], rollout_percentage: 40, variant: 'test' }],
    multivariate: {
      variants: [
        { key: 'control', rollout_percentage: 50 },
        { key: 'test', rollout_percentage: 50 },
      ],
    },
    payloads: { test: '{"a":1}' },
  },
};

describe('the draft of a flag', () => {
  it('can be saved if it is complete, and reports problems otherwise', () => {
    expect(draftProblems(flag)).toEqual([]);
    expect(draftProblems(NEW_FLAG)).toEqual([
      'The key may only contain letters, digits, -, _, . and /.',
    ]);
    const uneven = withVariants(flag, [{ key: 'a', rollout_percentage: 30 }]);
    expect(draftProblems(uneven)[0]).toMatch('sum to 30');
    const payloads = { test: '{' };
    const broken = { ...flag, filters: { ...flag.filters, payloads } };
    expect(draftProblems(broken)).toEqual(['The payload of test is not valid JSON.']);
  });

  it('renames a variant also in payloads and overrides', () => {
    const { filters } = withVariantKey(flag, 1, 'new');
    expect(filters.payloads).toEqual({ new: '{"a":1}' });
    expect(filters.groups?.[0]?.variant).toBe('new');
    expect(filters.multivariate?.variants[1]?.key).toBe('new');
  });

  it('removes payloads and overrides of a removed variant', () => {
    const { filters } = withVariants(flag, []);
    expect(filters.multivariate).toBeNull();
    expect(filters.payloads).toEqual({});
    expect(filters.groups?.[0]?.variant).toBeNull();
  });

  it('gets equal shares that sum to 100', () => {
    const three = ['a', 'b', 'c'].map((key) => ({ key, rollout_percentage: 0 }));
    expect(evenShares(three).map((variant) => variant.rollout_percentage)).toEqual([34, 33, 33]);
  });
});

describe('unreachable conditions', () => {
  const all = { properties: [], rollout_percentage: 100 };
  const some = { properties: [pro], rollout_percentage: 100 };

  const hidden = (...groups: FlagCondition[]) => [
    ...unreachableConditions({ ...NEW_FLAG, filters: { groups } }),
  ];

  it('follow a condition that matches everybody', () => {
    expect(hidden(some, all, some)).toEqual([2]);
    expect(hidden(some, { ...all, rollout_percentage: 99 }, some)).toEqual([]);
    expect(hidden({ properties: [] }, some)).toEqual([1]);
    expect(hidden(all, { ...some, variant: 'test' })).toEqual([1]);
  });

  it('follow a condition for all groups of the same type', () => {
    const ofGroups = { ...all, aggregation_group_type_index: 0 };
    expect(hidden(ofGroups, some, ofGroups)).toEqual([2]);
    const filters = { groups: [all, some], aggregation_group_type_index: 1 };
    expect([...unreachableConditions({ ...NEW_FLAG, filters })]).toEqual([1]);
  });
});

describe('the target of conditions', () => {
  const ofCompany = {
    ...{ type: 'group', key: 'size', operator: 'gt', value: 5 },
    group_type_index: 0,
  };
  const two: FlagDraft = {
    ...flag,
    filters: { groups: [{ properties: [pro] }, { properties: [], rollout_percentage: 50 }] },
  };

  it('is stored in each condition if the targets differ, otherwise in the flag', () => {
    const mixed = withTarget(two, 1, 0);
    expect(mixed.filters).toMatchObject({
      aggregation_group_type_index: null,
      groups: [
        { properties: [pro], aggregation_group_type_index: null },
        { aggregation_group_type_index: 0 },
      ],
    });
    expect(mixed.filters.groups?.map((condition) => targetOf(mixed, condition))).toEqual([null, 0]);
    expect(withNewCondition(mixed).filters.groups?.[2]).toMatchObject({
      aggregation_group_type_index: 0,
    });
    const same = withTarget(mixed, 0, 0);
    expect(same.filters.aggregation_group_type_index).toBe(0);
    expect(same.filters.groups).toEqual([
      { properties: [] },
      { properties: [], rollout_percentage: 50 },
    ]);
    expect(targetOf(same, { properties: [] })).toBe(0);
  });

  it('decides which filters are kept', () => {
    const filters = { groups: [{ properties: [ofCompany] }], aggregation_group_type_index: 0 };
    const draft = { ...flag, filters };
    expect(withTarget(draft, 0, 0).filters.groups?.[0]?.properties).toEqual([ofCompany]);
    expect(withTarget(draft, 0, 1).filters.groups?.[0]?.properties).toEqual([]);
    expect(withTarget(draft, 0, null).filters.groups?.[0]?.properties).toEqual([]);
    const names = new Map([[0, 'company']]);
    expect(conditionWords(draft, { properties: [ofCompany] }, names)).toBe(
      'everybody in a company for which group size is greater than 5: on',
    );
  });
});

describe('flags in words', () => {
  it('describe whom a condition matches and what it returns', () => {
    expect(conditionWords(flag, flag.filters.groups?.[0] ?? { properties: [] })).toBe(
      '40 % of everybody for whom person plan is pro: always test',
    );
    expect(flagWords(NEW_FLAG)).toBe('everybody: on');
    expect(flagWords({ ...flag, filters: { groups: [] } })).toBe('nobody');
  });

  it('describe the changes between two drafts', () => {
    const next = { ...withVariants(flag, []), active: false };
    expect(flagDifferences(flag, next)).toEqual([
      { part: 'State', before: 'on', after: 'off' },
      {
        part: 'Condition 1',
        before: '40 % of everybody for whom person plan is pro: always test',
        after: '40 % of everybody for whom person plan is pro: on',
      },
      { part: 'Variant 1', before: 'control: 50 %', after: '' },
      { part: 'Variant 2', before: 'test: 50 %', after: '' },
      { part: 'Payload of test', before: '{"a":1}', after: '' },
    ]);
    expect(flagDifferences(flag, flag)).toEqual([]);
  });
});

describe('the share of a variant', () => {
  const shares = (...numbers: number[]) =>
    numbers.map((rollout_percentage, index) => ({ key: `v${index}`, rollout_percentage }));

  it.each([
    [shares(50, 50), 'v1', 80, [20, 80]],
    [shares(50, 50), 'v1', 100, [0, 100]],
    [shares(20, 30, 50), 'v2', 0, [40, 60, 0]],
    [shares(33, 33, 34), 'v0', 50, [50, 24.6, 25.4]],
    // The other variants have no shares, so they divide the rest evenly.
    [shares(100, 0, 0), 'v0', 50, [50, 25, 25]],
  ])('changes %j for %s to %d', (variants, key, share, expected) => {
    const changed = withShare(variants, key, share);
    expect(changed.map(({ rollout_percentage }) => rollout_percentage)).toEqual(expected);
  });

  it('always sums to 100 and is never negative', () => {
    for (let share = 0; share <= 100; share += 7) {
      const changed = withShare(shares(14, 29, 0.5, 56.5), 'v1', share);
      const numbers = changed.map(({ rollout_percentage }) => rollout_percentage);
      expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
      expect(numbers.reduce((sum, number) => sum + number, 0)).toBeCloseTo(100, 9);
    }
  });
});
