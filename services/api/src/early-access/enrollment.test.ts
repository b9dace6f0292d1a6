import { enrollmentDiffers, filtersOfNewFeature, slugOf, withEnrollment } from './enrollment';

it.each([
  ['New Dashboard', 'new-dashboard'],
  ['  Übersicht  2.0 – beta! ', 'ubersicht-20-beta'],
  ['snake_case', 'snake_case'],
  ['日本', ''],
])('the key of %j is %j', (name, key) => {
  expect(slugOf(name)).toBe(key);
});

describe('enrollment', () => {
  it.each([
    ['draft', false],
    ['concept', false],
    ['alpha', true],
    ['beta', true],
    ['general-availability', true],
    ['archived', false],
  ] as const)('in %s: %p', (stage, enrolls) => {
    const filters = filtersOfNewFeature(stage);
    expect(filters['feature_enrollment'] ?? false).toBe(enrolls);
    expect(enrollmentDiffers(filters, stage)).toBe(false);
    expect(enrollmentDiffers(filters, null)).toBe(enrolls);
  });

  it('leaves the other filters alone and replaces the older form', () => {
    const filters = { groups: [{ rollout_percentage: 5 }], super_groups: [{}], payloads: {} };
    expect(withEnrollment(filters, 'beta')).toEqual({
      groups: [{ rollout_percentage: 5 }],
      payloads: {},
      feature_enrollment: true,
    });
    expect(withEnrollment(withEnrollment(filters, 'beta'), null)).toEqual({
      groups: [{ rollout_percentage: 5 }],
      payloads: {},
    });
  });
});
