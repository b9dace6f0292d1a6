import { z } from 'zod';
import { cohortPersonSchema } from './cohorts';
import { optionalText, rawText, storedJson, storedObject } from '../shared/wire-fields';

/** A type of group as the API shows it (`docs/wire/management.md#group-types`). */
export const groupTypeSchema = z.object({
  group_type: z.string(),
  group_type_index: z.int(),
  name_singular: z.string().nullable(),
  name_plural: z.string().nullable(),
  detail_dashboard: z.null(),
  default_columns: z.array(z.string()).nullable(),
  created_at: z.string(),
});

const index = z.int().min(0).max(2_147_483_647);

/** PATCH `update_metadata`: names of types, each by its index. */
export const groupTypeNamesSchema = z.array(
  z.object({
    group_type_index: index,
    name_singular: optionalText(400).nullish(),
    name_plural: optionalText(400).nullish(),
  }),
);

export const groupTypeColumnsSchema = z.object({
  group_type_index: index,
  default_columns: z.array(rawText(400)).max(100).nullable(),
});

/** A group as lists show it. */
export const groupSchema = z.object({
  group_type_index: z.int(),
  group_key: z.string(),
  group_properties: z.record(z.string(), z.unknown()),
  created_at: z.string(),
});

export type GroupBody = z.infer<typeof groupSchema>;

/** `find` returns notes, too; there are none here. */
export const foundGroupSchema = groupSchema.extend({ notebook: z.null() });

/** There is no way back: `previous` is always null. */
export const groupListSchema = z.object({
  next: z.string().nullable(),
  previous: z.null(),
  results: z.array(groupSchema),
});

export const groupCreateSchema = z.object({
  group_type_index: index,
  group_key: rawText(400),
  group_properties: storedObject().nullish(),
});

/** Which of the two is missing is reported by the route, in words of its own. */
export const groupPropertyUpdateSchema = z.object({
  key: rawText().nullish(),
  value: storedJson(z.unknown()),
});

export const groupPropertyDeletionSchema = z.object({ $unset: z.unknown().optional() });

export const groupPropertyValueSchema = z.object({ name: z.string(), count: z.int() });

/** Definitions by the index of the group type. */
export const groupPropertyDefinitionsSchema = z.record(
  z.string(),
  z.array(z.object({ name: z.string(), count: z.int() })),
);

/** A person or a group that shared events with another one. */
export const relatedActorSchema = z.union([
  cohortPersonSchema,
  z.object({
    type: z.literal('group'),
    id: z.string(),
    group_type_index: z.int(),
    group_key: z.string(),
    created_at: z.string(),
    properties: z.record(z.string(), z.unknown()),
    matched_recordings: z.array(z.unknown()),
    value_at_data_point: z.null(),
  }),
]);

export type RelatedActorBody = z.infer<typeof relatedActorSchema>;
