import { z } from 'zod';
import {
  recipientResultSchema,
  subscriptionStatuses,
  subscriptionTargets,
  subscriptionTriggers,
} from './subscriptions';

const cell = z.union([z.string(), z.number(), z.null()]);

/** The result of an insight as a table; the first column contains the names of the rows. */
export const reportTableSchema = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(cell)),
  /** The number of rows and columns of the result that are not in the table. */
  rows_left_out: z.int(),
  columns_left_out: z.int(),
});

export type ReportTable = z.output<typeof reportTableSchema>;

/** One insight in a report. */
export const reportInsightSchema = z.object({
  id: z.int(),
  short_id: z.string(),
  name: z.string(),
  /** Null if the query failed. */
  table: reportTableSchema.nullable(),
  has_chart: z.boolean(),
  query_error: z.string().nullable(),
});

export type ReportInsight = z.output<typeof reportInsightSchema>;

/** The content of a delivery, which all channels show, without the images. */
export const subscriptionReportSchema = z.object({
  resource: z.object({
    type: z.enum(['insight', 'dashboard']),
    name: z.string(),
    /** The path in the console, relative to the project. */
    path: z.string(),
  }),
  insights: z.array(reportInsightSchema),
  /** The number of insights on the dashboard, including those that are not in the report. */
  total_insight_count: z.int(),
});

export type SubscriptionReport = z.output<typeof subscriptionReportSchema>;

/** One delivery of a subscription in responses of the API. */
export const subscriptionDeliverySchema = z.object({
  id: z.string(),
  subscription: z.int(),
  idempotency_key: z.string(),
  trigger_type: z.enum(subscriptionTriggers),
  scheduled_at: z.string().nullable(),
  target_type: z.enum(subscriptionTargets),
  target_value: z.string(),
  content_snapshot: subscriptionReportSchema.nullable(),
  recipient_results: z.array(recipientResultSchema),
  status: z.enum(subscriptionStatuses),
  attempts: z.int(),
  error: z.object({ message: z.string() }).nullable(),
  created_at: z.string(),
  last_updated_at: z.string(),
  finished_at: z.string().nullable(),
});

export type SubscriptionDeliveryBody = z.infer<typeof subscriptionDeliverySchema>;

/** A job of the queue that composes deliveries; contains only ids. */
export const subscriptionJobSchema = z.object({
  v: z.literal(1),
  project_id: z.int(),
  delivery_id: z.string(),
});

export type SubscriptionJob = z.infer<typeof subscriptionJobSchema>;
