import { z } from 'zod';

/** A job for a destination with due deliveries. It only contains the id; the deliveries are in Postgres. */
export const deliveryJobSchema = z.object({ v: z.literal(1), destination_id: z.uuid() });

export type DeliveryJob = z.infer<typeof deliveryJobSchema>;

/** A test that the api requested. It is encrypted, because it may contain secrets that are not stored. */
export const deliveryTestJobSchema = z.object({
  v: z.literal(1),
  project_id: z.int(),
  sealed: z.string(),
});

export type DeliveryTestJob = z.infer<typeof deliveryTestJobSchema>;

/** The decrypted contents of a test. */
export const deliveryTestSchema = z.object({
  template_id: z.string(),
  /** Includes secrets. */
  inputs: z.record(z.string(), z.unknown()),
  globals: z.record(z.string(), z.unknown()),
  /** False: the request is rendered but not sent. */
  is_sent: z.boolean(),
});

export type DeliveryTest = z.infer<typeof deliveryTestSchema>;

/** The result of a test. */
export const deliveryTestResultSchema = z.object({
  started_at: z.string(),
  duration_ms: z.int(),
  is_success: z.boolean(),
  status: z.int().nullable(),
  request: z.record(z.string(), z.unknown()).nullable(),
  response: z.string().nullable(),
  error: z.string().nullable(),
});

export type DeliveryTestResult = z.infer<typeof deliveryTestResultSchema>;
