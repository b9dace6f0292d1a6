import { z } from 'zod';

/** `POST feature_flags/{id}/test_evaluation/`: whom it is about, as a distinct id or as a person's uuid. */
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
  /** It decided the flag; at most one condition did. */
  matched: z.boolean(),
  /** Every filter matched, whatever decided the flag. */
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
  /** The code. */
  reason: z.string(),
  condition_index: z.int().nullable(),
  payload: z.unknown(),
  /** The properties that the flag's conditions use; all properties for keys that may read persons. */
  person_properties: z.record(z.string(), z.unknown()),
  /** The distinct id as it was sent; null if the request named a person. */
  evaluation_distinct_id: z.string().nullable(),
  conditions: z.array(testedConditionSchema),
});

export type FlagTestEvaluation = z.infer<typeof flagTestEvaluationSchema>;
