import { z } from 'zod';
import { rawText } from '../shared/wire-fields';

const problemSchema = z.object({
  severity: z.enum(['critical', 'warning']),
  area: z.enum(['ingestion', 'queries', 'storage', 'processes']),
  /** The problem and its consequence, in one sentence. */
  message: z.string(),
  /** The recommended action. */
  action: z.string(),
});

/** A problem that affects a part of the installation. */
export type InstanceProblem = z.infer<typeof problemSchema>;

const processSchema = z.object({
  id: z.string(),
  service: z.string(),
  host: z.string(),
  pid: z.int(),
  version: z.string(),
  started_at: z.string(),
  seen_seconds_ago: z.number(),
  /** `missing`: it ended without removing its report, or it cannot reach Redis. */
  state: z.enum(['ready', 'unready', 'missing']),
  /** `ok` or the reason of the failure, by dependency. */
  checks: z.record(z.string(), z.string()),
});

export type InstanceProcess = z.infer<typeof processSchema>;

const storeSchema = z.object({
  name: z.enum(['postgres', 'redis', 'clickhouse']),
  is_available: z.boolean(),
  /** The reason why the store is unavailable. */
  error: z.string().nullable(),
  version: z.string().nullable(),
  stored_bytes: z.number().nullable(),
  /** The remaining space; null for a store without a limit of its own. */
  free_bytes: z.number().nullable(),
  total_bytes: z.number().nullable(),
});

export type InstanceStore = z.infer<typeof storeSchema>;

const ingestionSchema = z.object({
  waiting_events: z.int(),
  oldest_event_age_seconds: z.number(),
  partitions: z.int(),
  /**
   * The number of events in the fullest partition. If it is far above the mean, one distinct id sends most of the
   * events.
   */
  deepest_partition_events: z.int(),
  dead_letters: z.int(),
});

export type InstanceIngestion = z.infer<typeof ingestionSchema>;

const queueSchema = z.object({
  name: z.string(),
  waiting: z.int(),
  active: z.int(),
  delayed: z.int(),
});

export type InstanceQueue = z.infer<typeof queueSchema>;

/** `GET instance_status/`: whether the installation works, and the reasons if it does not. */
export const instanceStatusSchema = z.object({
  status: z.enum(['healthy', 'degraded', 'unhealthy']),
  /** A one-sentence summary. */
  summary: z.string(),
  checked_at: z.string(),
  version: z.string(),
  problems: z.array(problemSchema),
  processes: z.array(processSchema),
  stores: z.array(storeSchema),
  /** The state of ingestion; null while Redis is unavailable. */
  ingestion: ingestionSchema.nullable(),
  queues: z.array(queueSchema).nullable(),
  /** The list that PostHog's status page shows. */
  results: z.object({
    overview: z.array(
      z.object({
        key: z.string(),
        metric: z.string(),
        value: z.union([z.string(), z.number(), z.boolean()]),
      }),
    ),
  }),
});

export type InstanceStatus = z.infer<typeof instanceStatusSchema>;

/** `GET instance_status/queries/`: the slowest queries of the last 24 hours. */
export const instanceQueriesSchema = z.object({
  results: z.object({
    clickhouse_slow_log: z.array(
      z.object({
        project_id: z.int(),
        kind: z.string(),
        name: z.string(),
        query: z.string(),
        query_start_time: z.string(),
        query_duration_ms: z.number(),
        wait_ms: z.number(),
        engine_ms: z.number(),
        read_bytes: z.number(),
        outcome: z.string(),
        user: z.string().nullable(),
      }),
    ),
  }),
});

const letterId = rawText(40);

export const deadLetterSchema = z.object({
  id: z.string(),
  /** The time at which ingestion rejected the record. */
  at: z.string(),
  reason: z.string(),
  /** The number of times that ingestion rejected the record. */
  attempts: z.int(),
  project_id: z.int().nullable(),
  event: z.string().nullable(),
  distinct_id: z.string().nullable(),
  uuid: z.string().nullable(),
});

/** A page of dead letters, oldest first. */
export const deadLetterPageSchema = z.object({
  total_count: z.int(),
  results: z.array(deadLetterSchema),
  /** The value of `after` for the next page; null on the last page. */
  after: z.string().nullable(),
});

export const deadLetterQuerySchema = z.object({
  after: letterId.optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
});

/** The dead letters to process: one, all, or those whose reason contains a text. */
export const deadLetterChoiceSchema = z
  .object({
    id: letterId.optional(),
    all: z.literal(true).optional(),
    reason: rawText(500).optional(),
  })
  .refine((choice) => Object.values(choice).filter((part) => part !== undefined).length === 1, {
    error: 'Choose one of id, all and reason.',
  });

export type DeadLetterChoice = z.infer<typeof deadLetterChoiceSchema>;

export const deadLetterResultSchema = z.object({
  /** The number of letters that were replayed or discarded. */
  count: z.int(),
  /** The number of letters that remain. */
  left: z.int(),
});
