import { z } from 'zod';

/** A run waiting for a worker: a reference, its record in Postgres says what is to be done. */
export const exportJobSchema = z.object({
  v: z.literal(1),
  project_id: z.number().int(),
  run_id: z.string(),
});

export type ExportJob = z.infer<typeof exportJobSchema>;
