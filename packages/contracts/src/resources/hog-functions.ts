import { z } from 'zod';
import { destinationTypes } from './internal-events';
import { userBasicSchema } from './users';
import { formBoolean, optionalText } from '../shared/wire-fields';

const anyObject = z.record(z.string(), z.unknown());

/** The template language of an input: Liquid, or PostHog's `{event.event}`; if absent, it is recognised by its form. */
export const inputTemplating = ['hog', 'liquid'] as const;

/** The value of one input. `{ secret: true }` keeps the stored secret. PostHog's compiled forms are ignored. */
export const hogFunctionInputSchema = z.union([
  z.object({ secret: z.literal(true), value: z.undefined().optional() }),
  z.object({
    value: z.unknown(),
    templating: z.union([z.enum(inputTemplating), z.boolean()]).optional(),
  }),
]);

export type HogFunctionInput = z.infer<typeof hogFunctionInputSchema>;

const namedSource = (id: z.ZodType) =>
  z.looseObject({ id, properties: z.array(anyObject).nullish() });

/**
 * The events that a destination receives: events of visitors, or internal events
 * (`docs/wire/destinations.md#filters`). Other keys of PostHog (`bytecode`) are dropped.
 */
export const hogFunctionFiltersSchema = z.object({
  source: z
    .enum(['events', 'internal-events'], 'Only events and internal events can be the source.')
    .optional(),
  events: z.array(namedSource(z.union([z.string(), z.null()]))).nullish(),
  actions: z.array(namedSource(z.union([z.string(), z.int()]))).nullish(),
  properties: z.array(anyObject).nullish(),
  filter_test_accounts: z.boolean().nullish(),
  bytecode: z.unknown().optional(),
  bytecode_error: z.unknown().optional(),
});

export type HogFunctionFilters = z.infer<typeof hogFunctionFiltersSchema>;

const notSupported = (what: string) => z.null(`${what} is not supported.`).optional();

/** Writable fields of a destination; absent ones keep their value. */
export const hogFunctionWriteSchema = z.object({
  type: z.enum(destinationTypes, 'Only destinations are supported.').optional(),
  name: optionalText(400).nullish(),
  description: optionalText().nullish(),
  enabled: formBoolean().optional(),
  deleted: formBoolean().optional(),
  template_id: z.string().nullish(),
  /** Must be the source of the template, because destinations do not run code of users. */
  hog: z.string().nullish(),
  /** Must be the schema of the template. */
  inputs_schema: z.array(anyObject).nullish(),
  inputs: z.record(z.string(), hogFunctionInputSchema.nullable()).nullish(),
  filters: hogFunctionFiltersSchema.nullish(),
  icon_url: optionalText(2_000).nullish(),
  /** Ours: whether the events of each distinct id are sent in their order, and wait for one that is sent again. */
  ordered: formBoolean().optional(),
  masking: notSupported('Masking'),
  mappings: z.union([notSupported('A mapping'), z.array(z.never()).max(0)]),
  execution_order: z.null('Only transformations have an order.').optional(),
});

export type HogFunctionWrite = z.infer<typeof hogFunctionWriteSchema>;

/** An input of a template, which is a field of the form. */
export const hogFunctionInputSchemaSchema = z.object({
  key: z.string(),
  type: z.enum(['string', 'json', 'dictionary', 'choice', 'boolean', 'email']),
  label: z.string(),
  description: z.string().optional(),
  secret: z.boolean(),
  required: z.boolean(),
  default: z.unknown().optional(),
  choices: z.array(z.object({ label: z.string(), value: z.string() })).optional(),
});

export type HogFunctionInputDeclaration = z.infer<typeof hogFunctionInputSchemaSchema>;

/** A type of destination. */
export const hogFunctionTemplateSchema = z.object({
  id: z.string(),
  type: z.enum(destinationTypes),
  name: z.string(),
  description: z.string(),
  status: z.literal('stable'),
  free: z.literal(true),
  icon_url: z.string(),
  hog: z.string(),
  inputs_schema: z.array(hogFunctionInputSchemaSchema),
  /** The default filters of a template for internal events; null for other templates. */
  filters: anyObject.nullable(),
  masking: z.null(),
  mappings: z.null(),
});

/** 1: healthy; 2: the latest delivery failed; 3: deliveries are paused because they keep failing. */
export const hogFunctionStatusSchema = z.object({
  state: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  rating: z.number(),
  tokens: z.int(),
  /** Tidemark only: the time since which deliveries fail, the latest error, and the time of the next attempt. */
  failing_since: z.string().nullable(),
  latest_error: z.string().nullable(),
  retry_at: z.string().nullable(),
});

/** A destination in a list. */
export const hogFunctionMinimalSchema = z.object({
  id: z.string(),
  type: z.enum(destinationTypes),
  name: z.string(),
  description: z.string(),
  created_at: z.string(),
  created_by: userBasicSchema.nullable(),
  updated_at: z.string(),
  enabled: z.boolean(),
  hog: z.string(),
  filters: anyObject,
  icon_url: z.string().nullable(),
  template: hogFunctionTemplateSchema.nullable(),
  status: hogFunctionStatusSchema,
  execution_order: z.null(),
});

/** A destination in responses of the API. */
export const hogFunctionSchema = hogFunctionMinimalSchema.extend({
  deleted: z.boolean(),
  /** Ours: whether the events of each distinct id are sent in their order. */
  ordered: z.boolean(),
  inputs_schema: z.array(hogFunctionInputSchemaSchema),
  /** A secret is returned as `{ secret: true }`. */
  inputs: anyObject,
  masking: z.null(),
  mappings: z.null(),
  bytecode: z.null(),
  transpiled: z.null(),
  template_id: z.string(),
});

export type HogFunctionBody = z.infer<typeof hogFunctionSchema>;

/** A test of a configuration with an event. */
export const hogFunctionInvocationWriteSchema = z.object({
  /** Replaces fields of the stored configuration. */
  configuration: hogFunctionWriteSchema.optional(),
  /** The variables `event`, `person` and `groups`; if absent, those of a sample event. */
  globals: anyObject.nullish(),
  /** True: the request is returned but not sent. */
  mock_async_functions: z.boolean().optional(),
});

const logLevel = z.enum(['INFO', 'ERROR']);

/** The request and the response of one attempt. Secrets are replaced by `***`. */
export const deliveryAttemptSchema = z.object({
  started_at: z.string(),
  duration_ms: z.int(),
  outcome: z.enum(['success', 'failure']),
  status: z.int().nullable(),
  request: anyObject.nullable(),
  response: z.string().nullable(),
  error: z.string().nullable(),
});

/** The result of a test. */
export const hogFunctionInvocationSchema = z.object({
  status: z.enum(['success', 'error']),
  logs: z.array(z.object({ timestamp: z.string(), level: logLevel, message: z.string() })),
  errors: z.array(z.string()),
  result: deliveryAttemptSchema,
});

/** One delivery of a destination. */
export const hogFunctionRunSchema = z.object({
  id: z.string(),
  event_uuid: z.string(),
  event: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  /** The time of the next attempt; null if there will be none. */
  due_at: z.string().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  latest_attempt: deliveryAttemptSchema.nullable(),
});

export const hogFunctionLogSchema = z.object({
  log_source_id: z.string(),
  instance_id: z.string(),
  timestamp: z.string(),
  level: logLevel,
  message: z.string(),
});

export const hogFunctionLogsSchema = z.object({
  count: z.int(),
  results: z.array(hogFunctionLogSchema),
});

export const hogFunctionMetricsSchema = z.object({
  labels: z.array(z.string()),
  series: z.array(z.object({ name: z.string(), values: z.array(z.int()) })),
});

export const hogFunctionTotalsSchema = z.object({ totals: z.record(z.string(), z.int()) });
