import { z } from 'zod';
import { freeObject } from './free-object';
import { queryModifiersSchema, queryTagsSchema } from './query-modifiers';

const source = z.looseObject({ kind: z.string() });

/** The languages of editor texts. */
export const editorLanguages = [
  'hogQL',
  'hogQLExpr',
  'hogTemplate',
  'hog',
  'hogJson',
  'liquid',
] as const;

/** `HogQLMetadata` (`docs/wire/query-kinds.md#metadata`): validates a text without running it. */
export const hogQLMetadataSchema = z.strictObject({
  kind: z.literal('HogQLMetadata'),
  language: z.enum(editorLanguages),
  query: z.string(),
  /** The statement that contains an expression; by default `select * from events`. */
  sourceQuery: source.nullish(),
  filters: freeObject.nullish(),
  variables: freeObject.nullish(),
  globals: freeObject.nullish(),
  debug: z.boolean().nullish(),
  connectionId: z.string().nullish(),
  modifiers: queryModifiersSchema.nullish(),
  response: freeObject.nullish(),
  tags: queryTagsSchema.nullish(),
  version: z.number().nullish(),
});

export type HogQLMetadataBody = z.infer<typeof hogQLMetadataSchema>;

/** `HogQLAutocomplete` (`docs/wire/query-kinds.md#autocomplete`): suggestions for a position of a text. */
export const hogQLAutocompleteSchema = z.strictObject({
  kind: z.literal('HogQLAutocomplete'),
  language: z.enum(editorLanguages),
  query: z.string(),
  startPosition: z.int().min(0),
  endPosition: z.int().min(0),
  sourceQuery: source.nullish(),
  globals: freeObject.nullish(),
  filters: freeObject.nullish(),
  connectionId: z.string().nullish(),
  modifiers: queryModifiersSchema.nullish(),
  response: freeObject.nullish(),
  tags: queryTagsSchema.nullish(),
  version: z.number().nullish(),
});

export type HogQLAutocompleteBody = z.infer<typeof hogQLAutocompleteSchema>;

/** `DatabaseSchemaQuery` (`docs/wire/query-kinds.md#database-schema`): the tables that a statement can read. */
export const databaseSchemaQuerySchema = z.strictObject({
  kind: z.literal('DatabaseSchemaQuery'),
  connectionId: z.string().nullish(),
  modifiers: queryModifiersSchema.nullish(),
  response: freeObject.nullish(),
  tags: queryTagsSchema.nullish(),
  version: z.number().nullish(),
});

export type DatabaseSchemaQueryBody = z.infer<typeof databaseSchemaQuerySchema>;
