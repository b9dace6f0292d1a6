import { z } from 'zod';
import { formBoolean, rawText, storedJson, trimmedText } from '../shared/wire-fields';

/** The field that a condition tests. */
export const ruleFields = ['event', 'distinct_id', 'ip', 'user_agent', 'property'] as const;
export type RuleField = (typeof ruleFields)[number];

export const ruleOperators = [
  'exact',
  'is_not',
  'icontains',
  'not_icontains',
  'starts_with',
  'regex',
  'not_regex',
  'gt',
  'lt',
  'is_set',
  'is_not_set',
  'in_range',
] as const;
export type RuleOperator = (typeof ruleOperators)[number];

/** Types of personal or secret values that are recognised by their format. */
export const ruleDetectors = ['email', 'card', 'iban', 'token'] as const;
export type RuleDetector = (typeof ruleDetectors)[number];

export const ruleValueTypes = [
  'string',
  'number',
  'boolean',
  'datetime',
  'array',
  'object',
] as const;
export type RuleValueType = (typeof ruleValueTypes)[number];

const MAX_NAMES = 100;
/** The maximum number of rules in one project. */
export const MAX_INGESTION_RULES = 100;

const scalar = z.union([rawText(1_000), z.number(), z.boolean()]);

const conditionSchema = z
  .strictObject({
    field: z.enum(ruleFields),
    /** The name of the property; only for the field `property`. */
    key: rawText(400).optional(),
    operator: z.enum(ruleOperators).default('exact'),
    /** One or more values; the condition holds if one of them matches. */
    value: z.union([scalar, z.array(scalar).min(1).max(MAX_NAMES)]).optional(),
  })
  .superRefine(({ field, key, operator, value }, context) => {
    const issue = (path: string, message: string): void => {
      context.addIssue({ code: 'custom', path: [path], message });
    };
    if ((field === 'property') !== (key !== undefined)) {
      issue('key', 'A condition on a property needs its key; other conditions have none.');
    }
    if ((value === undefined) !== (operator === 'is_set' || operator === 'is_not_set')) {
      issue('value', 'This operator needs a value; is_set and is_not_set have none.');
    }
  });

export type RuleCondition = z.output<typeof conditionSchema>;

const names = z.array(rawText(400)).max(MAX_NAMES).default([]);
const sensitive = z
  .strictObject({
    /** Names of properties at any depth, of URL parameters, and of element attributes. */
    properties: names,
    detectors: z.array(z.enum(ruleDetectors)).max(ruleDetectors.length).default([]),
  })
  .refine(({ properties, detectors }) => properties.length + detectors.length > 0, {
    error: 'Name at least one property or detector.',
  });

const expectedProperty = z.strictObject({
  name: rawText(400),
  type: z.enum(ruleValueTypes).optional(),
  required: z.boolean().default(false),
  values: z.array(scalar).min(1).max(MAX_NAMES).optional(),
});

/** The settings of a rule by its type. */
const configSchemas = {
  drop: z.strictObject({}),
  /** `rate`: the share of distinct ids whose events are kept. */
  sample: z.strictObject({ rate: z.number().min(0).max(1) }),
  redact: sensitive,
  hash: sensitive,
  rename: z
    .strictObject({ what: z.enum(['event', 'property']), from: rawText(200), to: rawText(200) })
    .refine(({ from, to }) => from !== to, { error: 'The two names must differ.' }),
  set: z.strictObject({
    property: rawText(200),
    value: storedJson(z.unknown()),
    /** Whether the value is also set in `$set`, the properties of the person. */
    person: z.boolean().default(false),
    overwrite: z.boolean().default(true),
  }),
  schema: z.strictObject({
    properties: z.array(expectedProperty).min(1).max(MAX_NAMES),
    on_violation: z.enum(['warn', 'drop']).default('warn'),
  }),
} as const;

export type RuleKind = keyof typeof configSchemas;
export const ruleKinds = Object.keys(configSchemas) as [RuleKind, ...RuleKind[]];

const common = {
  name: trimmedText(400),
  enabled: formBoolean().default(true),
  /** All conditions must hold; without conditions the rule applies to every event. */
  conditions: z.array(conditionSchema).max(20).default([]),
};

/** The body that creates a rule. */
export const ingestionRuleCreateSchema = z
  .discriminatedUnion('kind', [
    z.object({ ...common, kind: z.literal('drop'), config: configSchemas.drop.default({}) }),
    z.object({ ...common, kind: z.literal('sample'), config: configSchemas.sample }),
    z.object({ ...common, kind: z.literal('redact'), config: configSchemas.redact }),
    z.object({ ...common, kind: z.literal('hash'), config: configSchemas.hash }),
    z.object({ ...common, kind: z.literal('rename'), config: configSchemas.rename }),
    z.object({ ...common, kind: z.literal('set'), config: configSchemas.set }),
    z.object({ ...common, kind: z.literal('schema'), config: configSchemas.schema }),
  ])
  .refine(({ kind, conditions }) => kind !== 'drop' || conditions.length > 0, {
    path: ['conditions'],
    error: 'A rule that drops events needs a condition.',
  });

export type IngestionRuleDefinition = z.output<typeof ingestionRuleCreateSchema>;

/** Writable fields of a PATCH; absent ones keep their value. The result must be a valid rule. */
export const ingestionRuleUpdateSchema = z.object({
  name: trimmedText(400).optional(),
  enabled: formBoolean().optional(),
  kind: z.enum(ruleKinds).optional(),
  conditions: z.array(z.unknown()).optional(),
  config: z.record(z.string(), z.unknown()).optional(),
});

/** A rule in responses of the API. */
export const ingestionRuleSchema = z.object({
  id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  kind: z.enum(ruleKinds),
  conditions: z.array(z.unknown()),
  config: z.record(z.string(), z.unknown()),
  /** Its position; the rule with the lowest is applied first. */
  order: z.int(),
  /** Increased with each change of the rule. */
  version: z.int(),
  created_by: z.int().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});

export type IngestionRuleBody = z.input<typeof ingestionRuleSchema>;

/** `POST …/reorder/`: the ids of all rules of the project in their new order. */
export const ingestionRuleOrderSchema = z.object({
  ids: z.array(z.uuid()).max(MAX_INGESTION_RULES),
});

export const ingestionRuleListSchema = z.object({ results: z.array(ingestionRuleSchema) });

/** `POST …/dry_run/`: applies rules, which need not be saved, to the latest events. */
export const ingestionRuleDryRunSchema = z.object({
  rules: z.array(ingestionRuleCreateSchema).min(1).max(MAX_INGESTION_RULES),
  /** The number of latest events. */
  events: z.int().min(1).max(1_000).default(100),
});

const dryRunEvent = z.object({
  event: z.string(),
  distinct_id: z.string(),
  properties: z.record(z.string(), z.unknown()),
});

const dryRunRule = z.object({
  name: z.string(),
  kind: z.enum(ruleKinds),
  /** The number of events that met the conditions of the rule, after the earlier rules. */
  matched: z.int(),
  changed: z.int(),
  dropped: z.int(),
  warned: z.int(),
  failed: z.int(),
  examples: z.array(
    z.object({
      uuid: z.string(),
      before: dryRunEvent,
      /** Null: the rule dropped the event. */
      after: dryRunEvent.nullable(),
    }),
  ),
});

export const ingestionRuleDryRunResultSchema = z.object({
  events: z.int(),
  stored: z.int(),
  dropped: z.int(),
  rules: z.array(dryRunRule),
});

export type DryRunBody = z.input<typeof ingestionRuleDryRunResultSchema>;
