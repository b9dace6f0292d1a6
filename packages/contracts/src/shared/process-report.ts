import { z } from 'zod';

/** The report that each process writes to the register of processes. */
export const processReportSchema = z.object({
  /** The id of the process; a restarted process has a new id. */
  id: z.string(),
  service: z.string(),
  version: z.string(),
  host: z.string(),
  pid: z.int(),
  /** The start time in ISO 8601. */
  startedAt: z.string(),
  ready: z.boolean(),
  /** `ok` or the reason of the failure, by dependency. */
  checks: z.record(z.string(), z.string()),
});

export type ProcessReport = z.infer<typeof processReportSchema>;
