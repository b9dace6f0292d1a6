import { aFlag, evaluateOne } from '../testing/factories';

/** `beta-search.user-17` hashes to 0.0091, `beta-search.` with most others far above. */
const onePercent = { groups: [{ rollout_percentage: 1 }] };
const hashed = { in: 'user-17', out: 'user-105' };

describe('which identifier is hashed', () => {
  it('the distinct id, for ordinary flags, whatever else the request sends', () => {
    const flag = aFlag({ filters: onePercent });
    const others = { deviceId: hashed.in, anonDistinctId: hashed.in };
    expect(evaluateOne(flag, { ...others, distinctId: hashed.in }).enabled).toBe(true);
    expect(evaluateOne(flag, { ...others, distinctId: hashed.out }).enabled).toBe(false);
  });

  it('the anonymous id, for flags that keep their value, until a hash key is stored', () => {
    const flag = aFlag({ filters: onePercent, ensure_experience_continuity: true });
    const identified = { distinctId: hashed.out, anonDistinctId: hashed.in };
    expect(evaluateOne(flag, identified).enabled).toBe(true);
    expect(evaluateOne(flag, { ...identified, anonDistinctId: null }).enabled).toBe(false);
    const stored = { ...identified, hashKeyOverrides: { 'beta-search': hashed.out } };
    expect(evaluateOne(flag, stored).enabled).toBe(false);
  });

  it('a flag that keeps its value fails when stored hash keys could not be read', () => {
    const flag = aFlag({ filters: onePercent, ensure_experience_continuity: true });
    expect(evaluateOne(flag, { hashKeyOverrides: null })).toMatchObject({
      enabled: false,
      failed: true,
      reason: { code: 'hash_key_override_error' },
    });
    expect(evaluateOne(aFlag(), { hashKeyOverrides: null })).toMatchObject({ enabled: true });
  });

  it('the device, for device-bucketed flags, before any stored hash key', () => {
    const flag = aFlag({
      filters: onePercent,
      bucketing_identifier: 'device_id',
      ensure_experience_continuity: true,
    });
    const context = {
      distinctId: hashed.out,
      deviceId: hashed.in,
      hashKeyOverrides: { 'beta-search': hashed.out },
    };
    expect(evaluateOne(flag, context).enabled).toBe(true);
    expect(evaluateOne(flag, { distinctId: hashed.in, deviceId: hashed.out }).enabled).toBe(false);
  });

  it.each([null, ''])(
    'without a device (%j) a device-bucketed condition is skipped',
    (deviceId) => {
      const flag = aFlag({ bucketing_identifier: 'device_id' });
      expect(evaluateOne(flag, { deviceId })).toMatchObject({
        enabled: false,
        reason: { code: 'out_of_rollout_bound', condition_index: 0 },
      });
    },
  );

  it('a condition skipped for want of a device is no rollout miss: early exit goes on', () => {
    const flag = aFlag({
      bucketing_identifier: 'device_id',
      filters: { groups: [{}, { aggregation_group_type_index: 0 }], early_exit: true },
    });
    const context = { groupTypes: { 0: 'company' }, groups: { company: 'acme' } };
    expect(evaluateOne(flag, context)).toMatchObject({
      enabled: true,
      reason: { condition_index: 1 },
    });
  });
});
