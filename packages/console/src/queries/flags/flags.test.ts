import type { FlagDraft } from './flag';
import {
  draftProblems,
  evenShares,
  NEW_FLAG,
  unreachableConditions,
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
  it('can be saved when it is whole, and says what is missing otherwise', () => {
    expect(draftProblems(flag)).toEqual([]);
    expect(draftProblems(NEW_FLAG)).toEqual([
      'The key needs letters, digits, -, _, . or /, and nothing else.',
    ]);
    const uneven = withVariants(flag, [{ key: 'a', rollout_percentage: 30 }]);
    expect(draftProblems(uneven)[0]).toMatch('sum to 30');
    const payloads = { test: '{' };
    const broken = { ...flag, filters: { ...flag.filters, payloads } };
    expect(draftProblems(broken)).toEqual(['The payload of test is not valid JSON.']);
  });

  it('renames a variant in payloads and overrides too', () => {
    const { filters } = withVariantKey(flag, 1, 'new');
    expect(filters.payloads).toEqual({ new: '{"a":1}' });
    expect(filters.groups?.[0]?.variant).toBe('new');
    expect(filters.multivariate?.variants[1]?.key).toBe('new');
  });

  it('drops payloads and overrides of a removed variant', () => {
    const { filters } = withVariants(flag, []);
    expect(filters.multivariate).toBeNull();
    expect(filters.payloads).toEqual({});
    expect(filters.groups?.[0]?.variant).toBeNull();
  });

  it('shares evenly and sums to 100', () => {
    const three = ['a', 'b', 'c'].map((key) => ({ key, rollout_percentage: 0 }));
    expect(evenShares(three).map((variant) => variant.rollout_percentage)).toEqual([34, 33, 33]);
  });
});

describe('conditions nobody reaches', () => {
  const all = { properties: [], rollout_percentage: 100 };
  const some = { properties: [pro], rollout_percentage: 100 };

  it('are those behind one that takes everybody in', () => {
    expect([...unreachableConditions([some, all, some])]).toEqual([2]);
    expect([...unreachableConditions([some, { ...all, rollout_percentage: 99 }, some])]).toEqual(
      [],
    );
    expect([...unreachableConditions([{ properties: [] }, some])]).toEqual([1]);
  });

  it('are also those with a variant of their own, and none behind one about groups', () => {
    expect([...unreachableConditions([all, { ...some, variant: 'test' }])]).toEqual([1]);
    const ofGroups = { ...all, aggregation_group_type_index: 0 };
    expect([...unreachableConditions([ofGroups, some])]).toEqual([]);
  });
});

describe('flags in words', () => {
  it('say whom a condition takes and what it gives', () => {
    expect(conditionWords(flag.filters.groups?.[0] ?? { properties: [] }, [])).toBe(
      '40 % of everybody for whom person plan is pro: always test',
    );
    expect(flagWords(NEW_FLAG)).toBe('everybody: on');
    expect(flagWords({ ...flag, filters: { groups: [] } })).toBe('nobody');
  });

  it('say what saving would change', () => {
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
