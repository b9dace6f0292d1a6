import { z } from 'zod';

/** Work of the export queue: references only, the run's record in Postgres says what is to be done. */
export const exportJobSchema = z.discriminatedUnion('kind', [
  z.object({
    v: z.literal(1),
    kind: z.literal('run'),
    project_id: z.number().int(),
    run_id: z.string(),
  }),
  /** Makes the runs that are due, and puts unfinished ones back into the queue. */
  z.object({ v: z.literal(1), kind: z.literal('sweep') }),
]);

export type ExportJob = z.infer<typeof exportJobSchema>;
export type ExportRunJob = Extract<ExportJob, { kind: 'run' }>;
