import { z } from 'zod';
import { errorBodySchema } from '../shared/error-body';
import type { EdgeRoute } from './edge-route';
import { rejections, wireErrors } from './edge-route';

const properties = z.record(z.string(), z.unknown());
const flagValue = z.union([z.boolean(), z.string()]);

/**
 * The request body: the person or group whose flags are evaluated, and properties that the client knows
 * (`docs/wire/flags.md#body-fields`).
 */
export const flagsRequestSchema = z.looseObject({
  token: z.string().describe("The project's token; `api_key` is the same.").optional(),
  api_key: z.string().optional(),
  distinct_id: z.unknown(),
  groups: properties.nullish(),
  person_properties: properties.nullish(),
  group_properties: z.record(z.string(), properties).nullish(),
  flag_keys_to_evaluate: z.array(z.string()).nullish(),
  $device_id: z.string().nullish(),
  $anon_distinct_id: z.string().nullish(),
  geoip_disable: z.boolean().nullish(),
  disable_flags: z.boolean().nullish(),
});

const aboutRequest = { requestId: z.string(), evaluatedAt: z.number() };

/** One flag in `/flags?v=2`; `value` from version 3 on. */
export const flagDetailsSchema = z.looseObject({
  key: z.string(),
  enabled: z.boolean(),
  variant: z.string().nullable(),
  value: flagValue.nullish(),
  failed: z.boolean().optional(),
  reason: z.looseObject({
    code: z.string(),
    condition_index: z.int().nullable(),
    description: z.string(),
  }),
  metadata: z.looseObject({
    id: z.int(),
    version: z.int(),
    description: z.string().nullable(),
    payload: z.unknown(),
  }),
});

/** The response of `decide` version 4 and of `flags` version 2 and later. */
export const detailedFlagsSchema = z.looseObject({
  ...aboutRequest,
  flags: z.record(z.string(), flagDetailsSchema),
  errorsWhileComputingFlags: z.boolean(),
  quotaLimited: z.array(z.string()).optional(),
});

/** The response of earlier versions: values by key, or only the keys of enabled flags. */
export const plainFlagsSchema = z.looseObject({
  ...aboutRequest,
  featureFlags: z.union([z.record(z.string(), flagValue), z.array(z.string())]),
  featureFlagPayloads: properties.optional(),
  errorsWhileComputingFlags: z.boolean().optional(),
  quotaLimited: z.array(z.string()).optional(),
});

const flagsParameters = z.object({
  v: z.string().describe('Version of the response. Default: 1.').optional(),
  config: z
    .string()
    .describe('`true`: the response includes the start-up configuration of SDKs.')
    .optional(),
  compression: z.string().optional(),
  only_evaluate_survey_feature_flags: z.string().optional(),
  ip: z.string().optional(),
  _: z.string().optional(),
  ver: z.string().optional(),
});

const evaluate = {
  method: 'POST',
  tag: 'flags',
  scope: null,
  query: flagsParameters,
  body: flagsRequestSchema,
  bodyTypes: ['application/json', 'text/plain', 'application/x-www-form-urlencoded'],
  responses: {
    200: { text: 'The flags.', json: z.union([detailedFlagsSchema, plainFlagsSchema]) },
    ...rejections([400, 401, 408, 413, 429, 503], { json: z.unknown(), types: ['text/plain'] }),
  },
} as const;

const definitions = {
  method: 'GET',
  tag: 'flags',
  scope: 'feature_flag:read',
  query: z.object({
    token: z.string().describe("The project's token.").optional(),
    send_cohorts: z
      .string()
      .describe('If present, cohorts are returned as they are and not expanded into filters.')
      .optional(),
  }),
  responses: {
    200: {
      text: 'The definitions, with an `ETag`.',
      json: z.looseObject({
        flags: z.array(z.looseObject({ id: z.int(), key: z.string(), active: z.boolean() })),
        group_type_mapping: z.record(z.string(), z.string()),
        cohorts: properties,
      }),
    },
    304: { text: 'Not modified: the `ETag` that was sent is current.' },
    ...wireErrors(400, 401, 403, 404, 429, 503),
    ...rejections([402], { json: errorBodySchema.extend({ type: z.literal('quota_limited') }) }),
  },
} as const;

/**
 * Routes that evaluate flags, and the routes of flag definitions for local evaluation (`docs/wire/flags.md#routes`).
 */
export const flagRoutes: readonly EdgeRoute[] = [
  { name: 'flags', paths: ['/flags/'], summary: 'Evaluate feature flags', ...evaluate },
  {
    name: 'decide',
    paths: ['/decide/'],
    summary: 'Evaluate feature flags and return the start-up configuration',
    ...evaluate,
  },
  {
    name: 'flags_definitions',
    paths: ['/flags/definitions/', '/api/feature_flag/local_evaluation/'],
    summary: 'Read the definitions of all flags, for local evaluation in a server',
    description: 'Takes a personal key, or the secret key of the project (`phs_…`).',
    ...definitions,
  },
  {
    name: 'feature_flags_local_evaluation_retrieve',
    paths: [
      '/api/projects/{project_id}/feature_flags/local_evaluation/',
      '/api/environments/{project_id}/feature_flags/local_evaluation/',
    ],
    summary: 'Definitions of all flags of a project',
    ...definitions,
  },
  {
    name: 'feature_flags_remote_config_retrieve',
    method: 'GET',
    paths: [
      '/api/projects/{project_id}/feature_flags/{key}/remote_config/',
      '/api/environments/{project_id}/feature_flags/{key}/remote_config/',
    ],
    tag: 'flags',
    summary: 'Read the payload of a remote configuration flag',
    description: 'The response is empty if the flag has no payload.',
    scope: 'feature_flag:read',
    query: z.object({ token: z.string().optional() }),
    responses: {
      200: { text: 'The payload.', json: z.unknown() },
      ...wireErrors(400, 401, 403, 404, 429, 503),
    },
  },
];
