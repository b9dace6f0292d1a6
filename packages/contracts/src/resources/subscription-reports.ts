import { z } from 'zod';
import {
  recipientResultSchema,
  subscriptionStatuses,
  subscriptionTargets,
  subscriptionTriggers,
} from './subscriptions';

const cell = z.union([z.string(), z.number(), z.null()]);

/** The numbers of an insight; the first column names the rows. */
export const reportTableSchema = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(cell)),
  /** Rows and columns of the result that are not in the table. */
  rows_left_out: z.int(),
  columns_left_out: z.int(),
});

export type ReportTable = z.output<typeof reportTableSchema>;

/** One insight of a delivery. */
export const reportInsightSchema = z.object({
  id: z.int(),
  short_id: z.string(),
  name: z.string(),
  /** Null when the query failed. */
  table: reportTableSchema.nullable(),
  has_chart: z.boolean(),
  query_error: z.string().nullable(),
});

export type ReportInsight = z.output<typeof reportInsightSchema>;

/** The content of a delivery: what every channel shows, without the pictures. */
export const subscriptionReportSchema = z.object({
  resource: z.object({
    type: z.enum(['insight', 'dashboard']),
    name: z.string(),
    /** In the console, below the project. */
    path: z.string(),
  }),
  insights: z.array(reportInsightSchema),
  /** Insights of the dashboard, with those that are left out. */
  total_insight_count: z.int(),
});

export type SubscriptionReport = z.output<typeof subscriptionReportSchema>;

/** One delivery of a subscription as the API shows it. */
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

/** A job of the queue that composes deliveries: ids only. */
export const subscriptionJobSchema = z.object({
  v: z.literal(1),
  project_id: z.int(),
  delivery_id: z.string(),
});

export type SubscriptionJob = z.infer<typeof subscriptionJobSchema>;
