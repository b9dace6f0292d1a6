import { z } from 'zod';

/** `POST feature_flags/{id}/test_evaluation/`: the person, given by a distinct id or by its uuid. */
export const flagTestEvaluationRequestSchema = z
  .object({
    distinct_id: z.string().min(1).nullish(),
    person_id: z.string().min(1).nullish(),
    timestamp: z.string().nullish(),
    groups: z.record(z.string(), z.union([z.string(), z.number().transform(String)])).nullish(),
  })
  .superRefine(({ distinct_id: distinctId, person_id: personId, timestamp }, context) => {
    if (distinctId && personId) {
      const message = 'Only one of distinct_id and person_id can be given.';
      context.addIssue({ code: 'custom', message });
    } else if (!distinctId && !personId) {
      const message = 'Either distinct_id or person_id is needed.';
      context.addIssue({ code: 'custom', message });
    }
    if (timestamp) {
      const message = 'Evaluation at a past time is not supported.';
      context.addIssue({ code: 'custom', path: ['timestamp'], message });
    }
  });

const testedFilterSchema = z.object({
  key: z.string(),
  operator: z.string(),
  value: z.unknown(),
  type: z.string(),
  actual_value: z.unknown(),
  matched: z.boolean(),
  explanation: z.string(),
});

const testedConditionSchema = z.object({
  index: z.int(),
  /** Whether this condition decided the value of the flag; true for at most one. */
  matched: z.boolean(),
  /** Whether every filter of the condition matched, even if it did not decide the value. */
  properties_matched: z.boolean(),
  explanation: z.string(),
  rollout_percentage: z.number(),
  rollout_excluded: z.boolean(),
  variant: z.string().nullable(),
  properties: z.array(testedFilterSchema),
});

export const flagTestEvaluationSchema = z.object({
  flag_key: z.string(),
  result: z.union([z.boolean(), z.string()]),
  /** The code of the reason. */
  reason: z.string(),
  condition_index: z.int().nullable(),
  payload: z.unknown(),
  /** The properties that the conditions of the flag use; all properties if the credential may read persons. */
  person_properties: z.record(z.string(), z.unknown()),
  /** The distinct id as sent; null if the request has a uuid. */
  evaluation_distinct_id: z.string().nullable(),
  conditions: z.array(testedConditionSchema),
});

export type FlagTestEvaluation = z.infer<typeof flagTestEvaluationSchema>;
