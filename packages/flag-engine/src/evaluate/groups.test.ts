import { aFlag, evaluateOne, personFilter } from '../testing/factories';

const goldTier = { key: 'tier', type: 'group', group_type_index: 0, value: 'gold' };
const dashboard = aFlag({
  key: 'org-dashboard',
  filters: {
    groups: [{ properties: [goldTier], rollout_percentage: 60 }],
    aggregation_group_type_index: 0,
  },
});
const groupTypes = { 0: 'organization', 1: 'project' };
const gold = { organization: { tier: 'gold' } };

describe('group conditions', () => {
  it.each<[key: unknown, enabled: boolean]>([
    ['org-9', true],
    ['org-12', false],
    [42, true],
    ['42', true],
  ])('hash the key of the group (%j), never the person', (organization, enabled) => {
    const context = { groupTypes, groups: { organization }, groupProperties: gold };
    expect(evaluateOne(dashboard, context).enabled).toBe(enabled);
  });

  it.each<[groups: Record<string, unknown>]>([
    [{}],
    [{ project: 'p' }],
    [{ organization: '' }],
    [{ organization: null }],
    [{ organization: true }],
    [{ organization: ['org-9'] }],
  ])('are skipped when the request names no usable group (%j)', (groups) => {
    expect(evaluateOne(dashboard, { groupTypes, groups, groupProperties: gold })).toMatchObject({
      enabled: false,
      reason: { code: 'no_group_type', condition_index: 0, description: 'No group type' },
    });
  });

  it('are skipped when the project has no such group type', () => {
    const context = { groupTypes: {}, groups: { organization: 'org-9' } };
    expect(evaluateOne(dashboard, context).reason.code).toBe('no_group_type');
  });

  it('see stored properties, overrides over them, and the key as $group_key', () => {
    const flag = (key: string, value: string) =>
      aFlag({
        filters: {
          aggregation_group_type_index: 0,
          groups: [{ properties: [{ key, type: 'group', group_type_index: 0, value }] }],
        },
      });
    const context = {
      groupTypes,
      groups: { organization: 'org-9' },
      groupProperties: { organization: { tier: 'gold', city: 'Oslo' } },
      groupPropertyOverrides: { organization: { tier: 'silver' } },
    };
    expect(evaluateOne(flag('city', 'oslo'), context).enabled).toBe(true);
    expect(evaluateOne(flag('tier', 'silver'), context).enabled).toBe(true);
    expect(evaluateOne(flag('tier', 'gold'), context).enabled).toBe(false);
    expect(evaluateOne(flag('$group_key', 'org-9'), context).enabled).toBe(true);
  });

  it('mix with person conditions: absent inherits, null means the person', () => {
    const plan = personFilter('plan', 'exact', 'pro');
    const flag = aFlag({
      filters: {
        aggregation_group_type_index: 0,
        groups: [
          { properties: [goldTier] },
          { properties: [plan], aggregation_group_type_index: null },
        ],
      },
    });
    expect(evaluateOne(flag, { groupTypes, personProperties: { plan: 'pro' } })).toMatchObject({
      enabled: true,
      reason: { condition_index: 1 },
    });
    expect(evaluateOne(flag, { groupTypes }).reason).toEqual({
      code: 'no_condition_match',
      condition_index: 1,
      description:
        'No matching condition set (group conditions were not evaluated because no group type was provided)',
    });
  });

  it('fail when the group types could not be read, person flags do not', () => {
    expect(evaluateOne(dashboard, { groupTypes: null })).toMatchObject({
      enabled: false,
      failed: true,
      reason: { code: 'group_mapping_retry', condition_index: null },
    });
    expect(evaluateOne(aFlag(), { groupTypes: null })).toMatchObject({ enabled: true });
  });

  it('fail when the group could not be read and the request does not carry the key', () => {
    const tierIsNot = { ...goldTier, operator: 'is_not', value: 'bronze' };
    const flag = aFlag({
      filters: { aggregation_group_type_index: 0, groups: [{ properties: [tierIsNot] }] },
    });
    const unread = {
      groupTypes,
      groups: { organization: 'org-9' },
      groupProperties: { organization: null },
    };
    expect(evaluateOne(flag, unread)).toMatchObject({
      enabled: false,
      failed: true,
      reason: { code: 'database_unavailable' },
    });
    const carried = { ...unread, groupPropertyOverrides: gold };
    expect(evaluateOne(flag, carried)).toMatchObject({ enabled: true });
  });
});
