import { z } from 'zod';

const referencesSchema = z.object({
  groups: z.array(
    z.object({ properties: z.array(z.object({ type: z.string(), key: z.string() })).nullish() }),
  ),
});

/** The texts by which the conditions of filters name other flags: ids, when they are right. */
export function flagReferences(filters: unknown): ReadonlySet<string> {
  const parsed = referencesSchema.safeParse(filters);
  const properties = parsed.data?.groups.flatMap((group) => group.properties ?? []) ?? [];
  return new Set(properties.filter(({ type }) => type === 'flag').map(({ key }) => key));
}
