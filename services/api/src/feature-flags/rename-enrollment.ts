import type { FeatureFlag, FeatureFlagFields } from '@tidemark/postgres';
import { z } from 'zod';

const PREFIX = '$feature_enrollment/';
const superGroupsSchema = z.array(
  z.looseObject({ properties: z.array(z.looseObject({ key: z.string() })).nullish() }),
);

/** The condition of early access uses a property named after the flag: it is renamed when the key changes. */
export function withRenamedEnrollment(
  current: FeatureFlag,
  fields: Partial<FeatureFlagFields>,
): Partial<FeatureFlagFields> {
  const { key } = fields;
  const filters = fields.filters ?? current.filters;
  const groups = superGroupsSchema.safeParse(filters['super_groups']).data;
  if (key === undefined || key === current.key || groups === undefined) return fields;
  const renamed = groups.map((group) => ({
    ...group,
    properties: (group.properties ?? []).map((property) =>
      property.key.startsWith(PREFIX) ? { ...property, key: PREFIX + key } : property,
    ),
  }));
  return { ...fields, filters: { ...filters, super_groups: renamed } };
}
