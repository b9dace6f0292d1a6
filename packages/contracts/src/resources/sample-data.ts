import { z } from 'zod';

/** Fills the sample project with events, or removes it with its data. */
export const sampleJobSchema = z.object({
  v: z.literal(1),
  work: z.enum(['fill', 'remove']),
  organization_id: z.string(),
  project_id: z.int(),
  /** The user who requested the sample data, for the activity log. */
  user_id: z.int(),
  /** ISO 8601. The events end here: a run that is repeated makes the same ones. */
  now: z.iso.datetime(),
  events: z.int().min(1),
});

export type SampleJob = z.infer<typeof sampleJobSchema>;

/** How far the work on the sample project is. */
export const sampleProgressSchema = z.object({
  state: z.enum(['filling', 'filled', 'removing', 'failed']),
  project_id: z.int(),
  sent: z.int(),
  /** About how many events there will be. */
  total: z.int(),
  /** Why the work failed. */
  error: z.string().nullable(),
});

export type SampleProgress = z.infer<typeof sampleProgressSchema>;

/** The sample project of an organization. Ours, PostHog has no such resource. */
export const sampleDataSchema = z.object({
  /** `absent`: there is no sample project. */
  state: z.enum(['absent', ...sampleProgressSchema.shape.state.options]),
  /** Null when there is none. */
  project: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** Events that were sent to ingestion. */
  sent: z.int(),
  total: z.int(),
  error: z.string().nullable(),
});

export type SampleDataBody = z.infer<typeof sampleDataSchema>;

export const sampleDataCreateSchema = z.object({
  /** About how many events; 200,000 without it. */
  events: z.int().min(100).max(1_000_000).optional(),
});
