import { z } from 'zod';

/**
 * A job of a background run. It only refers to the run's record, which contains the query; if the run was cancelled,
 * the job has nothing to do.
 */
export const queryJobSchema = z.object({
  v: z.literal(2),
  project_id: z.number().int(),
  query_id: z.string(),
  /** Distinguishes this run from an earlier one of the same id. */
  run_token: z.string(),
  /**
   * SHA-256 of the request in the run's record, so that a process with write access to Redis cannot replace the
   * request.
   */
  request_digest: z.string(),
  /** The id of the request that started the job. Older workers ignore it; older APIs do not write it. */
  request_id: z.string().optional(),
  /**
   * W3C `traceparent` of the request that started the job; absent if it is not traced. Older workers ignore it; older
   * APIs do not write it.
   */
  trace: z.string().optional(),
});

export type QueryJob = z.infer<typeof queryJobSchema>;

/** The payload in the queue: a signed job, so that only a service of the installation can have written it. */
export const signedJobSchema = z.object({ token: z.string() });

export type SignedJob = z.infer<typeof signedJobSchema>;
