import { z } from 'zod';

/** The message on Redis that data in the edge's cache has changed. The edge then reloads the data at its next use. */
export const definitionsChangedSchema = z.object({
  project_id: z.number().int(),
  /** `project`: token, time zone, settings. `feature_flags`: any flag of the project. */
  what: z.enum(['project', 'feature_flags']),
});

export type DefinitionsChanged = z.infer<typeof definitionsChangedSchema>;
