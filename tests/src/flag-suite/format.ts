import { z } from 'zod';

/* The format of the files in `conformance/flags`. The JSON Schema in that folder is generated from this file, and the
   README there describes the fields. */

const json = z.json();
const jsonObject = z.record(z.string(), json);

/** Evaluators that are known to return another value, with the reason. */
const differences = z
  .strictObject({ posthog: z.string().optional(), 'posthog-node': z.string().optional() })
  .describe(
    'Who returns something else, by name: the original service, its SDK on its own. And why.',
  );

const unwritable = z
  .enum(['refused', 'rewritten'])
  .describe('What the management API does with such definitions; a store may hold them.');

const head = {
  $schema: z.string(),
  title: z.string(),
  source: z.string().describe('The rules that the cases show, as pages and anchors of docs/wire.'),
};

const hashingSuite = z.strictObject({
  ...head,
  kind: z.literal('hashing'),
  cases: z.array(
    z.strictObject({
      name: z.string(),
      prefix: z.string(),
      identifier: z.string(),
      salt: z.string(),
      hash: z.number().min(0).max(1),
    }),
  ),
});

const operatorCase = z.strictObject({
  operator: z.string().nullable(),
  filter: json.optional().describe('The stored value of the filter; absent when it has none.'),
  matches: z.array(json).describe('Values of the property that match.'),
  misses: z.array(json).describe('Values of the property that do not.'),
  missing: z.boolean().describe('The result when there is no such property.'),
  now: z.iso.datetime().optional(),
  timezone: z.string().optional(),
  unwritable: unwritable.optional(),
  differences: differences.optional(),
});

const operatorSuite = z.strictObject({
  ...head,
  kind: z.literal('operators'),
  cases: z.array(operatorCase),
});

const flag = z.strictObject({
  id: z.int(),
  key: z.string(),
  filters: json,
  active: z.boolean().exactOptional(),
  deleted: z.boolean().exactOptional(),
  ensure_experience_continuity: z.boolean().exactOptional(),
  evaluation_runtime: z.string().exactOptional(),
  evaluation_contexts: z.array(z.string()).exactOptional(),
  bucketing_identifier: z.string().exactOptional(),
});

const given = z.strictObject({
  flags: z.array(flag),
  cohorts: z
    .array(
      z.strictObject({
        id: z.int(),
        filters: json.optional(),
        is_static: z.literal(true).optional(),
        members: z.array(z.string()).optional().describe('Distinct ids.'),
      }),
    )
    .optional(),
  group_types: z.array(z.string()).max(5).optional().describe('Names by index.'),
  persons: z
    .array(
      z.strictObject({
        distinct_id: z.string(),
        properties: jsonObject.optional(),
        hash_keys: z.record(z.string(), z.string()).optional().describe('By flag key.'),
      }),
    )
    .optional(),
  groups: z
    .array(z.strictObject({ type: z.string(), key: z.string(), properties: jsonObject }))
    .optional(),
  unavailable: z
    .array(z.enum(['persons', 'groups', 'group_types', 'hash_keys', 'cohort_members']))
    .optional()
    .describe('What cannot be read while the flags are evaluated.'),
});

const expectedFlag = z.strictObject({
  value: z.union([z.boolean(), z.string()]),
  payload: json.optional(),
  failed: z.literal(true).optional(),
  reason: z
    .strictObject({
      code: z.string(),
      condition_index: z.int().nullable(),
      description: z.string().optional(),
    })
    .optional(),
});

const request = z.looseObject({ distinct_id: z.union([z.string(), z.number()]) });

const ask = z.strictObject({
  request: request.describe('Fields of a flag request, without the token.'),
  flags: z.record(z.string(), expectedFlag),
  absent: z.array(z.string()).optional().describe('Keys that must not be in the response.'),
  errors: z.literal(true).optional().describe('errorsWhileComputingFlags; false when absent.'),
});

const evaluationSuite = z.strictObject({
  ...head,
  kind: z.literal('evaluation'),
  cases: z.array(
    z.strictObject({
      name: z.string(),
      given,
      asks: z.array(ask).min(1),
      unwritable: unwritable.optional(),
      differences: differences.optional(),
    }),
  ),
});

const wireSuite = z.strictObject({
  ...head,
  kind: z.literal('wire'),
  given,
  request: request.describe('Sent in every case.'),
  cases: z.array(
    z.strictObject({
      name: z.string(),
      method: z.enum(['GET', 'POST']),
      paths: z.array(z.string()).min(1).describe('All of them give the same response.'),
      flags_endpoint: z.enum(['decide', 'flags']),
      version: z.int().describe('The version that the paths ask for.'),
      body: jsonObject.describe('Contained in the response.'),
      keys: z
        .array(z.string())
        .describe('All keys of the response, but requestId and evaluatedAt.'),
      lacks: z.array(z.string()).describe('Dotted places that the response does not have.'),
    }),
  ),
});

/** A file of cases. */
export const suiteSchema = z.discriminatedUnion('kind', [
  hashingSuite,
  operatorSuite,
  evaluationSuite,
  wireSuite,
]);

type OperatorSuite = z.infer<typeof operatorSuite>;
export type OperatorCase = OperatorSuite['cases'][number];
type EvaluationSuite = z.infer<typeof evaluationSuite>;
export type EvaluationCase = EvaluationSuite['cases'][number];
export type Ask = EvaluationCase['asks'][number];
export type Given = EvaluationCase['given'];
export type GivenFlag = Given['flags'][number];
export type ExpectedFlag = Ask['flags'][string];
export type WireSuite = z.infer<typeof wireSuite>;
export type Suite = z.infer<typeof suiteSchema>;

/** The JSON Schema for the files. */
export function jsonSchema(): object {
  return {
    ...z.toJSONSchema(suiteSchema),
    title: 'Cases of the conformance suite for feature flags',
  };
}
