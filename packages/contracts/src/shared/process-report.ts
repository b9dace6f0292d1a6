import { z } from 'zod';

/** What a process says of itself to the register of processes. */
export const processReportSchema = z.object({
  /** Of this process; another one after a restart. */
  id: z.string(),
  service: z.string(),
  version: z.string(),
  host: z.string(),
  pid: z.int(),
  /** ISO 8601. */
  startedAt: z.string(),
  ready: z.boolean(),
  /** `ok` or the reason, per dependency. */
  checks: z.record(z.string(), z.string()),
});

export type ProcessReport = z.infer<typeof processReportSchema>;
