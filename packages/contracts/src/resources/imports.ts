import { z } from 'zod';
import { pageOf } from '../shared/page';
import type { Scope } from '../shared/scopes';
import { uploadedFilesSchema } from '../shared/uploaded-file';
import { isTimezone } from '../shared/timezone';
import { rawText, trimmedText } from '../shared/wire-fields';
import { userBasicSchema } from './users';

/** Services whose exported files can be uploaded. */
export const importFileSources = [
  ...(['posthog', 'mixpanel', 'amplitude', 'segment', 'umami', 'plausible', 'csv'] as const),
] as const;

/** The states of an import. `queued`: it waits for a query-worker. */
export const importStates = [
  'queued',
  'running',
  'cancelling',
  'completed',
  'failed',
  'cancelled',
] as const;

export type ImportStatus = (typeof importStates)[number];

/** The address of a service, such as https://eu.posthog.com. */
const address = z.url({ protocol: /^https?$/ }).max(2_000);
/** The id of a project in the source service. */
const project = trimmedText(100);
/** A credential of the source service. It is stored encrypted until the run ends. */
const secret = rawText(1_000);
/** The range of days to import, YYYY-MM-DD; both bounds are inclusive. */
const days = {
  from: z.iso.date(),
  /** If absent: yesterday (UTC). */
  to: z.iso.date().optional(),
};

/** `POST …/imports/`: imports a project of another service by its address. */
export const importCreateSchema = z.discriminatedUnion('source', [
  z.object({
    source: z.literal('posthog'),
    address,
    project,
    /** A personal key with access to all data of the project. */
    key: secret,
  }),
  z.object({
    source: z.literal('mixpanel'),
    /** If absent: https://data.mixpanel.com. */
    address: address.optional(),
    project,
    /** The name of a service account. */
    user: trimmedText(200),
    /** The secret of the service account. */
    key: secret,
    ...days,
    /** The time zone of a project from before 2023, whose exports are not in UTC. */
    time_zone: z
      .string()
      .refine(isTimezone, { error: 'Expected the name of a time zone, as in Europe/Berlin.' })
      .optional(),
  }),
  z.object({
    source: z.literal('amplitude'),
    /** If absent: https://amplitude.com. */
    address: address.optional(),
    /** The API key of the project. */
    user: trimmedText(200),
    /** The secret key of the project. */
    key: secret,
    ...days,
  }),
]);

/** `POST …/imports/file/`: imports files that another service has exported. */
export const importFileSchema = z.object({
  source: z.enum(importFileSources),
  /** The meaning of each column, as JSON (`docs/import.md`); required for `csv`, not allowed otherwise. */
  mapping: rawText(100_000).optional(),
  /** One or more files; the field may be repeated. */
  file: uploadedFilesSchema,
});

const countDifference = z.object({
  day: z.string(),
  event: z.string(),
  source: z.int(),
  target: z.int(),
});

/** The numbers of objects in the source and in the project, compared after ingestion is complete. */
const reconciliationSchema = z.object({
  equal: z.boolean(),
  events: z.object({
    source: z.int(),
    target: z.int(),
    /** The first 200 differences. */
    differences: z.array(countDifference),
    difference_count: z.int(),
  }),
  /** The records that could not be imported; absent for runs of older versions. */
  rejected: z.int().optional(),
  /** Null: the source does not return a number of persons. */
  persons: z.object({ source: z.int(), target: z.int() }).nullable(),
  /** Null: the source has no flags. */
  flags: z
    .object({
      source: z.int(),
      differences: z.array(z.object({ key: z.string(), difference: z.string() })),
    })
    .nullable(),
});

export const importSchema = z.object({
  id: z.string(),
  source: z.string(),
  /**
   * The source without its credential: `address`, `project`, `from` and `to`; or `file` and `bytes`, and `parts` if
   * several files were uploaded.
   */
  settings: z.record(z.string(), z.unknown()),
  status: z.enum(importStates),
  /** False: the import runs in a process of the command line. */
  in_background: z.boolean(),
  /** The current phase; null before the first. */
  phase: z.string().nullable(),
  /** The end of the wait for a source that limits requests or is unavailable; null while the run does not wait. */
  waiting_until: z.string().nullable(),
  /** The number of imported objects so far, by type. */
  counts: z.record(z.string(), z.int()),
  /** Why the import failed. */
  error: z.string().nullable(),
  reconciliation: reconciliationSchema.nullable(),
  created_by: userBasicSchema.nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});

export type ImportBody = z.infer<typeof importSchema>;

/** One or more objects that were not imported, or were changed. */
const importProblemSchema = z.object({
  kind: z.string(),
  /** The id of the object in the source; empty for records, which are only counted. */
  source_id: z.string(),
  name: z.string(),
  reason: z.string(),
  occurrences: z.int(),
});

export const importDetailSchema = importSchema.extend({
  problem_count: z.int(),
  /** The first 1,000 problems. */
  problems: z.array(importProblemSchema),
});

export const importPageSchema = pageOf(importSchema);

/** The scopes that are required to start an import; the key that the run uses has the same scopes. */
export const importScopes: Readonly<Record<'definitions' | 'records', readonly Scope[]>> = {
  /** For an import of definitions, events, persons and groups. */
  definitions: [
    ...(['project:write', 'event_definition:write', 'property_definition:write'] as const),
    ...(['action:write', 'cohort:write', 'feature_flag:write', 'experiment:write'] as const),
    ...(['survey:write', 'early_access_feature:write', 'dashboard:write'] as const),
    'warehouse_view:write',
    ...(['insight:write', 'annotation:write', 'group:write', 'person:read', 'query:read'] as const),
  ],
  /**
   * For an import of events, persons and groups only. They are written to the ingest log, and queries count them at
   * the end.
   */
  records: ['query:read'],
};

/** A job for a run of an import. It only refers to the run's record, which has the details. */
export const importJobSchema = z.object({
  v: z.literal(1),
  project_id: z.number().int(),
  run_id: z.string(),
});

export type ImportJob = z.infer<typeof importJobSchema>;
