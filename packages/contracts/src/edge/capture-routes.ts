import { z } from 'zod';
import type { EdgeRoute } from './edge-route';
import { rejections, textErrors } from './edge-route';

const properties = z.record(z.string(), z.unknown());

/** One event as SDKs send it; unknown keys are kept. */
export const capturedEventSchema = z.looseObject({
  event: z
    .string()
    .describe('The name; `$identify` and similar events also change persons.')
    .optional(),
  distinct_id: z
    .unknown()
    .describe('The distinct id of the person. It may also be in `properties`.')
    .optional(),
  properties: properties.nullish(),
  timestamp: z.unknown().describe('ISO 8601; default: the time of arrival.').optional(),
  uuid: z
    .unknown()
    .describe('An event that is sent again with the same uuid is counted once.')
    .optional(),
  $set: properties.nullish(),
  $set_once: properties.nullish(),
  api_key: z
    .string()
    .describe("The project's token, in each event or in the enclosing object.")
    .optional(),
});

/** A batch of events that share one token. */
export const capturedBatchSchema = z.looseObject({
  api_key: z.string().optional(),
  token: z.string().optional(),
  batch: z.array(capturedEventSchema),
  historical_migration: z.boolean().optional(),
  sent_at: z
    .unknown()
    .describe("The time of the client's clock when it sent the request.")
    .optional(),
});

export const capturedResponseSchema = z.object({ status: z.literal('Ok') });

const v1ResultSchema = z.looseObject({ result: z.enum(['ok', 'warning', 'drop', 'retry']) });

const ENCODED_BODIES = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
] as const;

const captureParameters = z.object({
  compression: z
    .string()
    .describe('`gzip`, `gzip-js`, `base64` or `lz64`; default: detected from the body.')
    .optional(),
  ip: z.string().optional(),
  _: z.string().describe("The client's clock, ms since the epoch.").optional(),
  beacon: z.string().describe('`1`: the response is a 204.').optional(),
  ver: z.string().optional(),
  sent_at: z.string().optional(),
});

/** All paths that the capture handler serves. */
export const CAPTURE_PATHS = [
  '/i/v0/e/',
  '/e/',
  '/capture/',
  '/batch/',
  '/track/',
  '/engage/',
  '/i/v0/ai/batch/',
] as const;

const OK = { text: 'Every event is stored.', json: capturedResponseSchema };
const BEACON = { text: 'Done; the response is empty.' };

/** Routes that accept events in the formats of all SDKs (`docs/wire/capture.md#routes`). */
export const captureRoutes: readonly EdgeRoute[] = [
  {
    name: 'capture',
    method: 'POST',
    paths: CAPTURE_PATHS,
    tag: 'capture',
    summary: 'Send events',
    description:
      'One event, a list of them, or a `batch`. Plain JSON, gzip, base64, lz64 or a form with `data`. ' +
      'Errors are plain text; the response is 200 when the events are on disk.',
    scope: null,
    query: captureParameters,
    body: z.union([capturedBatchSchema, z.array(capturedEventSchema), capturedEventSchema]),
    bodyTypes: ENCODED_BODIES,
    responses: { 200: OK, 204: BEACON, ...textErrors(400, 401, 408, 413, 503) },
  },
  {
    name: 'capture_v1',
    method: 'POST',
    paths: ['/i/v1/analytics/events/', '/i/v1/ai/events/'],
    tag: 'capture',
    summary: 'Send events and receive a result for each',
    description:
      'Send the token as `Authorization: Bearer phc_…`; the response has a result for every uuid.',
    scope: null,
    body: z.looseObject({
      created_at: z.string(),
      historical_migration: z.boolean().optional(),
      batch: z.array(capturedEventSchema),
    }),
    responses: {
      200: {
        text: 'The result of each event, by its uuid.',
        json: z.object({ results: z.record(z.string(), v1ResultSchema) }),
      },
      ...rejections([400, 401, 402, 404, 408, 413, 415, 429, 500, 503, 504], {
        json: z.object({
          error: z.string(),
          error_description: z.string(),
          error_uri: z.string(),
        }),
      }),
    },
  },
  {
    name: 'capture_ai',
    method: 'POST',
    paths: ['/i/v0/ai/'],
    tag: 'capture',
    summary: 'Send an AI event with large properties',
    description:
      'A form: `event` first, `event.properties`, and a part `event.properties.<name>` for each large property. ' +
      'Send the token as `Authorization: Bearer phc_…`.',
    scope: null,
    body: z.looseObject({
      event: z.string().describe('The event as JSON, without its properties or with them.'),
      'event.properties': z.string().describe('The properties as JSON.').optional(),
    }),
    bodyTypes: ['multipart/form-data'],
    responses: {
      200: {
        text: 'The event is stored.',
        json: z.object({
          accepted_parts: z.array(
            z.object({
              name: z.string(),
              length: z.number(),
              'content-type': z.string().nullable(),
              'content-encoding': z.string().nullable(),
            }),
          ),
        }),
      },
      204: BEACON,
      ...textErrors(400, 401, 408, 413, 429, 503),
    },
  },
  {
    name: 'capture_recording',
    method: 'POST',
    paths: ['/s/'],
    tag: 'capture',
    summary: 'Send parts of a session recording',
    description: 'The metadata of the session is stored; the snapshots are not.',
    scope: null,
    query: captureParameters,
    body: z.union([capturedBatchSchema, z.array(capturedEventSchema), capturedEventSchema]),
    bodyTypes: ENCODED_BODIES,
    responses: {
      200: { text: 'Done.', json: z.looseObject({ status: z.literal('Ok') }) },
      204: BEACON,
      ...textErrors(400, 401, 408, 413, 503),
    },
  },
];
