import { z } from 'zod';
import { pageOf } from '../shared/page';
import type { Scope } from '../shared/scopes';
import { uploadedFilesSchema } from '../shared/uploaded-file';
import { rawText, trimmedText } from '../shared/wire-fields';
import { userBasicSchema } from './users';

/** Whose files can be uploaded. */
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

/** An address of a service, as in https://eu.posthog.com. */
const address = z.url({ protocol: /^https?$/ }).max(2_000);
/** The id of a project in the source. */
const project = trimmedText(100);
/** A credential of the source. It is kept sealed until the run ends. */
const secret = rawText(1_000);
/** Days that are read, YYYY-MM-DD, both inclusive. */
const days = {
  from: z.iso.date(),
  /** Unset: yesterday (UTC). */
  to: z.iso.date().optional(),
};

/** `POST …/imports/`: a project of another service by its address. */
export const importCreateSchema = z.discriminatedUnion('source', [
  z.object({
    source: z.literal('posthog'),
    address,
    project,
    /** A personal key that may read everything there. */
    key: secret,
  }),
  z.object({
    source: z.literal('mixpanel'),
    /** Unset: https://data.mixpanel.com. */
    address: address.optional(),
    project,
    /** The name of a service account. */
    user: trimmedText(200),
    /** The secret of the service account. */
    key: secret,
    ...days,
  }),
  z.object({
    source: z.literal('amplitude'),
    /** Unset: https://amplitude.com. */
    address: address.optional(),
    /** The API key of the project. */
    user: trimmedText(200),
    /** The secret key of the project. */
    key: secret,
    ...days,
  }),
]);

/** `POST …/imports/file/`: files that another service has exported. */
export const importFileSchema = z.object({
  source: z.enum(importFileSources),
  /** Which column is what, as JSON (`docs/import.md`); only for `csv`, which needs it. */
  mapping: rawText(100_000).optional(),
  /** One or more files of the source; the field may repeat. */
  file: uploadedFilesSchema,
});

const countDifference = z.object({
  day: z.string(),
  event: z.string(),
  source: z.int(),
  target: z.int(),
});

/** What the source and the project have, when everything was ingested. */
const reconciliationSchema = z.object({
  equal: z.boolean(),
  events: z.object({
    source: z.int(),
    target: z.int(),
    /** The first 200. */
    differences: z.array(countDifference),
    difference_count: z.int(),
  }),
  /** Null: the source does not say how many it has. */
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
   * Where the source is, without a credential: `address`, `project`, `from` and `to`, or `file` and `bytes`, and `parts`
   * where several files were uploaded.
   */
  settings: z.record(z.string(), z.unknown()),
  status: z.enum(importStates),
  /** False: a process of the command line works on it. */
  in_background: z.boolean(),
  /** What is being taken over; null before the first step. */
  phase: z.string().nullable(),
  /**
   * The end of its wait for the source, which limits requests or is not available; null while it does not wait.
   */
  waiting_until: z.string().nullable(),
  /** Taken over so far, by what it is. */
  counts: z.record(z.string(), z.int()),
  /** Why it failed. */
  error: z.string().nullable(),
  reconciliation: reconciliationSchema.nullable(),
  created_by: userBasicSchema.nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});

export type ImportBody = z.infer<typeof importSchema>;

/** One or more things that did not come, or not as they were. */
const importProblemSchema = z.object({
  kind: z.string(),
  /** Its id in the source; empty for records, which are counted. */
  source_id: z.string(),
  name: z.string(),
  reason: z.string(),
  occurrences: z.int(),
});

export const importDetailSchema = importSchema.extend({
  problem_count: z.int(),
  /** The first 1,000. */
  problems: z.array(importProblemSchema),
});

export const importPageSchema = pageOf(importSchema);

/** The scopes that a user needs to start an import; the key of the run has the same. */
export const importScopes: Readonly<Record<'definitions' | 'records', readonly Scope[]>> = {
  /** Definitions, events, persons and groups. */
  definitions: [
    ...(['project:write', 'event_definition:write', 'property_definition:write'] as const),
    ...(['action:write', 'cohort:write', 'feature_flag:write', 'experiment:write'] as const),
    ...(['survey:write', 'early_access_feature:write', 'dashboard:write'] as const),
    ...(['insight:write', 'annotation:write', 'person:read', 'query:read'] as const),
  ],
  /** Events, persons and groups, which the ingest log takes; they are counted at the end. */
  records: ['query:read'],
};

/** A run waiting for a worker: a reference, its record in Postgres says what is to be done. */
export const importJobSchema = z.object({
  v: z.literal(1),
  project_id: z.number().int(),
  run_id: z.string(),
});

export type ImportJob = z.infer<typeof importJobSchema>;
