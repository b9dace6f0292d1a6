import { z } from 'zod';

/**
 * Published on Redis when something the edge keeps in memory has changed. The edge refetches lazily.
 */
export const definitionsChangedSchema = z.object({
  project_id: z.number().int(),
  /** `project`: token, time zone, settings. `feature_flags`: any flag of the project. */
  what: z.enum(['project', 'feature_flags']),
});

export type DefinitionsChanged = z.infer<typeof definitionsChangedSchema>;
