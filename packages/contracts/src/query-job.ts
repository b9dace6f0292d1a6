import { z } from 'zod';

/**
 * A background query waiting for a worker. The entry is a reference: the query itself lies in the run
 * record, so that a cancelled run leaves nothing to do.
 */
export const queryJobSchema = z.object({
  v: z.literal(1),
  project_id: z.number().int(),
  query_id: z.string(),
  /** Tells this run from an earlier one of the same id. */
  run_token: z.string(),
});

export type QueryJob = z.infer<typeof queryJobSchema>;
