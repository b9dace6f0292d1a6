import { z } from 'zod';

/** What one squash of person overrides did. */
export const squashReportSchema = z.object({
  /** Distinct ids whose override was written into the events. */
  folded: z.number().int(),
  seconds: z.number(),
});

export type SquashReport = z.infer<typeof squashReportSchema>;
