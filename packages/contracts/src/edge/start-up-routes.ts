import { z } from 'zod';
import type { EdgeRoute } from './edge-route';
import { textErrors, wireErrors } from './edge-route';

const properties = z.record(z.string(), z.unknown());
const text = z.string().nullable();
const token = z.string().describe("The project's token; `api_key` is the same.").optional();
const tokenParameters = { token, api_key: z.string().optional() };

/** A survey in the form that SDKs receive. */
export const offeredSurveySchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.string(),
  linked_flag_key: text,
  targeting_flag_key: text,
  internal_targeting_flag_key: text,
  questions: z.array(z.unknown()),
  conditions: properties.nullable(),
  appearance: properties.nullable(),
  start_date: text,
  end_date: text,
  current_iteration: z.int().nullable(),
  current_iteration_start_date: text,
  schedule: z.string(),
  enable_partial_responses: z.boolean(),
});

/** A feature that users may enable for themselves. */
export const offeredFeatureSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  stage: z.string(),
  documentationUrl: z.string(),
  payload: properties,
  flagKey: z.string(),
});

/** The configuration that SDKs request at start-up. */
export const startUpConfigSchema = z.looseObject({
  token: z.string(),
  hasFeatureFlags: z.boolean(),
  supportedCompression: z.array(z.string()),
  surveys: z.union([z.boolean(), z.array(offeredSurveySchema)]),
  survey_config: properties.optional(),
  sessionRecording: z.union([z.literal(false), properties]),
  elementsChainAsString: z.boolean(),
  analytics: z.object({ endpoint: z.string() }),
});

const SCRIPT = { text: 'A script.', types: ['application/javascript'] } as const;
const read = { method: 'GET', tag: 'start-up', scope: null } as const;
const unknownToken = textErrors(404, 503);

/**
 * Routes that SDKs call when a page is opened (`docs/wire/flags-management.md#remote-configuration`,
 * `docs/wire/flags-management.md#early-access-features` and `docs/wire/flags-management.md#surveys`).
 */
export const startUpRoutes: readonly EdgeRoute[] = [
  {
    ...read,
    name: 'surveys_offered',
    paths: ['/api/surveys/'],
    summary: 'List active surveys',
    query: z.object(tokenParameters),
    responses: {
      200: {
        text: 'The surveys.',
        json: z.looseObject({
          surveys: z.array(offeredSurveySchema),
          survey_config: properties.nullable(),
        }),
      },
      ...wireErrors(401),
      ...textErrors(503),
    },
  },
  {
    ...read,
    name: 'early_access_features_offered',
    paths: ['/api/early_access_features/'],
    summary: 'List early-access features that people can turn on',
    query: z.object({
      ...tokenParameters,
      stage: z
        .string()
        .describe('Only features in this stage. May be repeated. Default: `beta`.')
        .optional(),
    }),
    responses: {
      200: {
        text: 'The features.',
        json: z.object({ earlyAccessFeatures: z.array(offeredFeatureSchema) }),
      },
      ...wireErrors(401),
      ...textErrors(503),
    },
  },
  {
    ...read,
    name: 'remote_config',
    paths: ['/array/{token}/config'],
    summary: 'Start-up configuration of SDKs',
    responses: { 200: { text: 'The configuration.', json: startUpConfigSchema }, ...unknownToken },
  },
  {
    ...read,
    name: 'remote_config_script',
    paths: ['/array/{token}/config.js'],
    summary: 'Start-up configuration as a script',
    responses: { 200: SCRIPT, ...unknownToken },
  },
  {
    ...read,
    name: 'remote_config_bundle',
    paths: ['/array/{token}/array.js'],
    summary: 'The browser SDK, followed by its configuration',
    responses: { 200: SCRIPT, ...unknownToken },
  },
];
