import { z } from 'zod';
import { userBasicSchema } from './users';
import { rawText, trimmedText } from '../shared/wire-fields';

/** A column of a view in the wire format (`docs/wire/query-kinds.md#schema-fields`). */
export interface SavedViewColumn {
  readonly name: string;
  readonly type: string;
}

const name = trimmedText(128).refine(
  (text) => /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(text),
  "View names can only contain letters, numbers, '_' and '$', and cannot start with a number.",
);

const query = z.object({ kind: z.literal('HogQLQuery'), query: rawText(256 * 1024) });

/** A saved statement with a name. */
export const savedViewCreateSchema = z.object({ name, query });
export const savedViewUpdateSchema = savedViewCreateSchema.partial();

/** A view in responses of the API. Views are computed when they are read; they are never materialized. */
export const savedViewSchema = z.object({
  id: z.string(),
  deleted: z.boolean(),
  name: z.string(),
  query: z.object({ kind: z.literal('HogQLQuery'), query: z.string() }),
  created_by: userBasicSchema.nullable(),
  created_at: z.string(),
  sync_frequency: z.null(),
  columns: z.array(
    z.object({ key: z.string(), name: z.string(), type: z.string(), schema_valid: z.boolean() }),
  ),
  status: z.null(),
  last_run_at: z.null(),
  latest_error: z.null(),
  is_materialized: z.boolean(),
});

export type SavedViewBody = z.input<typeof savedViewSchema>;
