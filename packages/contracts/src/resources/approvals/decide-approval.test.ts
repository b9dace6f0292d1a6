import fc from 'fast-check';
import type { DecidingPolicy } from './decide-approval';
import { requiredPolicies } from './decide-approval';
import type { GatedFlag } from './flag-actions';
import { ANY_FLAG_ACTION, flagActions } from './flag-actions';
import { rolloutReach, rolloutValues } from './rollout-values';

const share = fc.integer({ min: 0, max: 100 });
const flags: fc.Arbitrary<GatedFlag> = fc.record({
  active: fc.boolean(),
  deleted: fc.boolean(),
  tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
  filters: fc
    .array(fc.option(share), { maxLength: 3 })
    .map((shares) => ({ groups: shares.map((rollout_percentage) => ({ rollout_percentage })) })),
  evaluation: fc.record({ key: fc.constantFrom('x', 'y') }),
});
const before = fc.option(flags);
const policy = (more: Partial<DecidingPolicy> = {}): DecidingPolicy => ({
  actionKey: ANY_FLAG_ACTION,
  conditions: {},
  bypassLevels: [],
  ...more,
});
const asks = (more: Partial<DecidingPolicy>, old: GatedFlag | null, wanted: GatedFlag, level = 1) =>
  requiredPolicies([policy(more)], old, wanted, level).length > 0;
const isOn = (flag: GatedFlag | null) => flag !== null && flag.active && !flag.deleted;

it('has no action if and only if SDKs and policies see no change', () => {
  fc.assert(
    fc.property(flags, (flag) => {
      expect(flagActions(flag, { ...flag })).toEqual([]);
      expect(flagActions(flag, structuredClone(flag))).toEqual([]);
      expect(asks({}, flag, flag)).toBe(false);
    }),
  );
});

it('does not depend on the order of keys and tags', () => {
  const flag = {
    active: true,
    deleted: false,
    tags: ['a', 'b'],
    filters: { groups: [], payloads: { a: '1', b: '2' } },
    evaluation: { key: 'x' },
  };
  const other = {
    ...flag,
    tags: ['b', 'a'],
    filters: { payloads: { b: '2', a: '1' }, groups: [] },
  };
  expect(flagActions(flag, other)).toEqual([]);
});

it('requires approval of every way to enable and disable a flag with policies for those two actions', () => {
  fc.assert(
    fc.property(before, flags, (old, wanted) => {
      expect(asks({ actionKey: 'feature_flag.enable' }, old, wanted)).toBe(
        !isOn(old) && isOn(wanted),
      );
      expect(asks({ actionKey: 'feature_flag.disable' }, old, wanted)).toBe(
        isOn(old) && !isOn(wanted),
      );
    }),
  );
});

it('requires approval by a policy for any action whenever one for a single action does', () => {
  fc.assert(
    fc.property(
      before,
      flags,
      fc.constantFrom(
        'feature_flag.enable',
        'feature_flag.disable',
        'feature_flag.update',
        'feature_flag.create',
        'feature_flag.delete',
      ),
      (old, wanted, actionKey) => {
        if (asks({ actionKey }, old, wanted)) expect(asks({}, old, wanted)).toBe(true);
      },
    ),
  );
});

it('requires approval only for flags above a size before or after the change', () => {
  fc.assert(
    fc.property(before, flags, share, (old, wanted, above) => {
      const reach = Math.max(rolloutReach(old), rolloutReach(wanted));
      expect(asks({ conditions: { type: 'flag', rollout_above: above } }, old, wanted)).toBe(
        flagActions(old, wanted).length > 0 && reach > above,
      );
    }),
  );
});

it('cannot be avoided in two steps: removing the tag, then changing the flag', () => {
  const conditions = { type: 'flag' as const, tags: ['a'] };
  fc.assert(
    fc.property(flags, flags, (tagged, wanted) => {
      const start = { ...tagged, deleted: false, tags: ['a'] };
      const untagged = { ...start, tags: [] };
      expect(asks({ conditions }, start, untagged)).toBe(true);
      const changed = { ...wanted, tags: ['a'] };
      if (flagActions(start, changed).length > 0) {
        expect(asks({ conditions }, start, changed)).toBe(true);
      }
    }),
  );
});

it('cannot be avoided in three steps: turning the flag off, making it large, turning it on', () => {
  const large = { conditions: { type: 'flag', rollout_above: 50 } } as const;
  const actionKey = 'feature_flag.update';
  const of = (active: boolean, rollout_percentage: number): GatedFlag => ({
    active,
    deleted: false,
    tags: [],
    filters: { groups: [{ rollout_percentage }] },
    evaluation: {},
  });
  expect(asks({ ...large, actionKey }, of(false, 10), of(false, 100))).toBe(true);
  expect(asks({ ...large, actionKey }, of(false, 100), of(false, 10))).toBe(true);
  expect(asks({ ...large, actionKey }, of(false, 10), of(false, 20))).toBe(false);
  // The policy for any action asks when the flag is turned on.
  expect(asks(large, of(false, 10), of(false, 100))).toBe(false);
  expect(asks(large, of(false, 100), of(true, 100))).toBe(true);
});

it('requires no approval from members with a bypass level', () => {
  fc.assert(
    fc.property(before, flags, fc.constantFrom(0, 1, 8, 15), (old, wanted, level) => {
      const bypassLevels = [8, 15];
      expect(asks({ bypassLevels }, old, wanted, level)).toBe(
        asks({}, old, wanted) && !bypassLevels.includes(level),
      );
    }),
  );
});

describe("PostHog's conditions", () => {
  const field = 'rollout_percentage';
  const of = (...shares: (number | null)[]): GatedFlag => ({
    active: true,
    deleted: false,
    tags: [],
    filters: { groups: shares.map((rollout_percentage) => ({ rollout_percentage })) },
    evaluation: {},
  });

  it('compares the share after the change', () => {
    const conditions = { type: 'before_after', field, operator: '>', value: 50 } as const;
    expect(asks({ conditions }, of(10), of(60))).toBe(true);
    expect(asks({ conditions }, of(60), of(50))).toBe(false);
    // A condition without a percentage includes all users.
    expect(asks({ conditions }, of(10), of(null))).toBe(true);
  });

  it('compares the growth of each share, also of conditions that are new', () => {
    const conditions = { type: 'change_amount', field, operator: '>', value: 10 } as const;
    expect(asks({ conditions }, of(10), of(20))).toBe(false);
    expect(asks({ conditions }, of(10), of(21))).toBe(true);
    expect(asks({ conditions }, of(10), of(10, 30))).toBe(true);
    expect(asks({ conditions }, null, of(30))).toBe(true);
  });

  it('requires approval of every change of a share', () => {
    const conditions = { type: 'any_change', field } as const;
    expect(asks({ conditions }, of(10), of(11))).toBe(true);
    expect(asks({ conditions }, of(10), { ...of(10), tags: ['a'] })).toBe(false);
    expect([...rolloutValues(of(10, null).filters)]).toEqual([
      ['groups[0].rollout_percentage', 10],
      ['groups[1].rollout_percentage', 100],
    ]);
  });
});
