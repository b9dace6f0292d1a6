import { z } from 'zod';

/** Fills the sample project with events, or removes it with its data. */
export const sampleJobSchema = z.object({
  v: z.literal(1),
  work: z.enum(['fill', 'remove']),
  organization_id: z.string(),
  project_id: z.int(),
  /** The user who requested the sample data, for the activity log. */
  user_id: z.int(),
  /** ISO 8601. The time of the last event, so that a repeated run creates the same events. */
  now: z.iso.datetime(),
  events: z.int().min(1),
});

export type SampleJob = z.infer<typeof sampleJobSchema>;

/** The progress of the work on the sample project. */
export const sampleProgressSchema = z.object({
  state: z.enum(['filling', 'filled', 'removing', 'failed']),
  project_id: z.int(),
  sent: z.int(),
  /** The approximate total number of events. */
  total: z.int(),
  /** Why the work failed. */
  error: z.string().nullable(),
});

export type SampleProgress = z.infer<typeof sampleProgressSchema>;

/** The sample project of an organization. PostHog has no such resource. */
export const sampleDataSchema = z.object({
  /** `absent`: there is no sample project. */
  state: z.enum(['absent', ...sampleProgressSchema.shape.state.options]),
  /** Null if there is no sample project. */
  project: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** The number of events that were sent to ingestion. */
  sent: z.int(),
  total: z.int(),
  error: z.string().nullable(),
});

export type SampleDataBody = z.infer<typeof sampleDataSchema>;

export const sampleDataCreateSchema = z.object({
  /** The approximate number of events; by default 200,000. */
  events: z.int().min(100).max(1_000_000).optional(),
});
