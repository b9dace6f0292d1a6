import { z } from 'zod';
import { pageOf } from '../shared/page';
import { uploadedFileSchema } from '../shared/uploaded-file';
import { userBasicSchema } from './users';
import { optionalText, rawText, trimmedText } from '../shared/wire-fields';

/** The supported formats of PostHog, which also has Delta formats (`docs/wire/capture-storage.md#warehouse-routes`). */
export const warehouseFormats = ['CSV', 'CSVWithNames', 'Parquet', 'JSONEachRow'] as const;
export type WarehouseFormat = (typeof warehouseFormats)[number];

/** How a column is read: the field types of the wire format (`docs/wire/query-kinds.md#field-types`). */
export const warehouseColumnTypes = [
  'string',
  'integer',
  'float',
  'boolean',
  'date',
  'datetime',
] as const;
export type WarehouseColumnType = (typeof warehouseColumnTypes)[number];

export interface WarehouseColumn {
  readonly name: string;
  /** The key of the column in the stored rows. It does not change while the column keeps its name. */
  readonly key: string;
  readonly type: WarehouseColumnType;
  /** Whether every value can be read as this type; values that cannot are null. */
  readonly valid: boolean;
}

/** The source of the data, which follows from the URL pattern and the credential. */
export type WarehouseSource = 'upload' | 'directory' | 's3' | 'url';

const name = trimmedText(128).refine(
  (text) => /^[a-zA-Z_][a-zA-Z0-9_]*$/.test(text),
  'Table names must start with a letter or underscore and contain only alphanumeric characters or underscores.',
);

const credential = z.object({ access_key: rawText(500), access_secret: rawText(500) });

const options = z.object({
  /** False: quotes are ordinary characters. */
  csv_allow_double_quotes: z.boolean().optional(),
  /** The region of the bucket, if its URL does not contain it. */
  region: optionalText(64)
    .refine((text) => /^[a-z0-9-]*$/.test(text), 'Not a valid region.')
    .optional(),
});

const writable = {
  name,
  format: z.enum(warehouseFormats),
  url_pattern: trimmedText(500),
  credential: credential.nullable().optional(),
  options: options.nullable().optional(),
};

export const warehouseTableCreateSchema = z.object(writable);
/** Absent fields keep their value; if the URL pattern changes to another place, the credential must be sent again. */
export const warehouseTableUpdateSchema = z.object(writable).partial();

export type WarehouseTableCreate = z.output<typeof warehouseTableCreateSchema>;
export type WarehouseTableUpdate = z.output<typeof warehouseTableUpdateSchema>;

/** A file of a form. The table with this name is created, or its file is replaced if it was created by an upload. */
export const warehouseFileSchema = z.object({
  name,
  format: z.enum(warehouseFormats).default('CSVWithNames'),
  file: uploadedFileSchema,
});

/** The new types by column name. */
export const warehouseSchemaUpdateSchema = z.object({
  updates: z.record(z.string().max(500), z.string().max(50)),
});

const columnSchema = z.object({
  key: z.string(),
  name: z.string(),
  type: z.enum(warehouseColumnTypes),
  schema_valid: z.boolean(),
  fields: z.null(),
  table: z.null(),
  chain: z.null(),
});

export const warehouseStatuses = ['pending', 'running', 'completed', 'failed'] as const;
export type WarehouseStatus = (typeof warehouseStatuses)[number];

export const warehouseTableSchema = z.object({
  id: z.string(),
  deleted: z.boolean(),
  name: z.string(),
  format: z.enum(warehouseFormats),
  created_by: userBasicSchema.nullable(),
  created_at: z.string(),
  url_pattern: z.string(),
  /** The id and time of the credential, never the credential itself. */
  credential: z.object({ id: z.string(), created_at: z.string() }).nullable(),
  columns: z.array(columnSchema),
  external_data_source: z.null(),
  external_schema: z.null(),
  options: z.record(z.string(), z.unknown()),
  /**
   * The status of the last load. This field and all below are additions of Tidemark; PostHog reads the files in each
   * query.
   */
  status: z.enum(warehouseStatuses),
  latest_error: z.string().nullable(),
  row_count: z.int().nullable(),
  last_loaded_at: z.string().nullable(),
});

export type WarehouseTableBody = z.infer<typeof warehouseTableSchema>;
export const warehouseTablePageSchema = pageOf(warehouseTableSchema);

/** A job that loads the data of a table. It only refers to the record of the table, which has the details. */
export const warehouseJobSchema = z.object({
  v: z.literal(1),
  project_id: z.number().int(),
  table_number: z.number().int(),
});

export type WarehouseJob = z.infer<typeof warehouseJobSchema>;
