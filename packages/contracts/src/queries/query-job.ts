import { z } from 'zod';

/**
 * A background query waiting for a worker. The entry is a reference: the query itself lies in the run
 * record, so that a cancelled run leaves nothing to do.
 */
export const queryJobSchema = z.object({
  v: z.literal(2),
  project_id: z.number().int(),
  query_id: z.string(),
  /** Distinguishes this run from an earlier one of the same id. */
  run_token: z.string(),
  /** SHA-256 of the run record's request: whoever can write into Redis cannot put another in its place. */
  request_digest: z.string(),
  /** The id of the request that started the job. Older workers ignore it, older apis do not write it. */
  request_id: z.string().optional(),
  /** W3C `traceparent` of who started it; absent unless that is recorded. The same holds. */
  trace: z.string().optional(),
});

export type QueryJob = z.infer<typeof queryJobSchema>;

/** The payload in the queue: a signed job, so that only a service of the installation can have written it. */
export const signedJobSchema = z.object({ token: z.string() });

export type SignedJob = z.infer<typeof signedJobSchema>;
