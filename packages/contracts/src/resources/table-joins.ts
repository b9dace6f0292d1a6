import { z } from 'zod';
import { userBasicSchema } from './users';
import { trimmedText } from '../shared/wire-fields';

const text = trimmedText(400);

/** The name of a join, and the two keys that must be equal. */
export const tableJoinKeysSchema = z.object({
  source_table_name: text,
  source_table_key: text,
  joining_table_name: text,
  joining_table_key: text,
});

const configuration = z.record(z.string(), z.unknown()).nullable();

export const tableJoinCreateSchema = tableJoinKeysSchema.extend({
  field_name: text,
  configuration: configuration.optional(),
});

/** `deleted: true` deletes the join. */
export const tableJoinUpdateSchema = tableJoinCreateSchema
  .extend({ deleted: z.boolean().nullable() })
  .partial();

/** A join in responses of the API. */
export const tableJoinSchema = z.object({
  id: z.string(),
  deleted: z.boolean(),
  created_by: userBasicSchema.nullable(),
  created_at: z.string(),
  source_table_name: z.string(),
  source_table_key: z.string(),
  joining_table_name: z.string(),
  joining_table_key: z.string(),
  field_name: z.string(),
  configuration,
});

export type TableJoinBody = z.input<typeof tableJoinSchema>;

/** The validation of a join: for some rows of the first table, the values of the other table's key. */
export const tableJoinValidationSchema = z.object({
  is_valid: z.boolean(),
  msg: z.string().nullable(),
  hogql: z.string().nullable(),
  results: z.array(z.unknown()),
});
