import { z } from 'zod';
import type { EdgeRoute } from './edge-route';
import { rejections } from './edge-route';

const requestSchema = z.looseObject({
  context: z.looseObject({
    targetingKey: z.string().describe('The distinct id.').optional(),
  }),
});

const flagSchema = z.looseObject({
  key: z.string(),
  value: z.unknown().optional(),
  variant: z.string().optional(),
  reason: z.string(),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});

const failureSchema = z.looseObject({
  key: z.string().optional(),
  errorCode: z.string(),
  errorDetails: z.string().optional(),
});

const rejected = rejections([400, 401, 404, 408, 413, 429, 503], {
  json: failureSchema,
  types: ['text/plain'],
});

const shared = {
  method: 'POST',
  tag: 'ofrep',
  description: 'Send the project token as `X-API-Key` or `Authorization: Bearer`.',
  scope: null,
  body: requestSchema,
} as const;

/** OpenFeature Remote Evaluation Protocol. */
export const ofrepRoutes: readonly EdgeRoute[] = [
  {
    ...shared,
    name: 'ofrep_evaluate_flags',
    paths: ['/ofrep/v1/evaluate/flags/'],
    summary: 'Evaluate all flags for an OpenFeature client',
    responses: {
      200: {
        text: 'The flags, with an `ETag`.',
        json: z.looseObject({ flags: z.array(z.union([flagSchema, failureSchema])) }),
      },
      304: { text: 'Not modified: the `ETag` that was sent is current.' },
      ...rejected,
    },
  },
  {
    ...shared,
    name: 'ofrep_evaluate_flag',
    paths: ['/ofrep/v1/evaluate/flags/{key}/'],
    summary: 'Evaluate one flag for an OpenFeature client',
    responses: { 200: { text: 'The flag.', json: flagSchema }, ...rejected },
  },
];
