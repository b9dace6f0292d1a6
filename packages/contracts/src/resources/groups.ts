import { z } from 'zod';
import { cohortPersonSchema } from './cohorts';
import { optionalText, rawText, storedJson, storedObject } from '../shared/wire-fields';

/** A group type in responses of the API (`docs/wire/management.md#group-types`). */
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

/** PATCH `update_metadata`: the display names of group types, by index. */
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

/** A group in lists. */
export const groupSchema = z.object({
  group_type_index: z.int(),
  group_key: z.string(),
  group_properties: z.record(z.string(), z.unknown()),
  created_at: z.string(),
});

export type GroupBody = z.infer<typeof groupSchema>;

/** The response of `find`. PostHog also returns a notebook, which Tidemark does not have. */
export const foundGroupSchema = groupSchema.extend({ notebook: z.null() });

/** A page of groups. Earlier pages cannot be requested: `previous` is always null. */
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

/** Both fields are optional here, because the route reports which one is missing with its own message. */
export const groupPropertyUpdateSchema = z.object({
  key: rawText().nullish(),
  value: storedJson(z.unknown()),
});

export const groupPropertyDeletionSchema = z.object({ $unset: z.unknown().optional() });

export const groupPropertyValueSchema = z.object({ name: z.string(), count: z.int() });

/** Property definitions by the index of the group type. */
export const groupPropertyDefinitionsSchema = z.record(
  z.string(),
  z.array(z.object({ name: z.string(), count: z.int() })),
);

/** A person or a group that shares events with another person or group. */
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
