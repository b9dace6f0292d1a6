import { z } from 'zod';

/** The report of one squash of person overrides. */
export const squashReportSchema = z.object({
  /** The number of distinct ids whose override was written into the events. */
  folded: z.number().int(),
  seconds: z.number(),
});

export type SquashReport = z.infer<typeof squashReportSchema>;
