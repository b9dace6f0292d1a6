import { z } from 'zod';

/** A job for a run of a batch export. It only refers to the run's record in Postgres, which has the details. */
export const exportJobSchema = z.object({
  v: z.literal(1),
  project_id: z.number().int(),
  run_id: z.string(),
});

export type ExportJob = z.infer<typeof exportJobSchema>;
