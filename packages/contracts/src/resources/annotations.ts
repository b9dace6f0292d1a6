import { z } from 'zod';
import { userBasicSchema } from './users';
import { formBoolean, timestamp, optionalText, referencedId } from '../shared/wire-fields';

/** The scopes of an annotation. */
export const annotationScopes = [
  'dashboard_item',
  'dashboard',
  'project',
  'organization',
  'recording',
] as const;

export type AnnotationScope = (typeof annotationScopes)[number];

/** Writable fields of an annotation; absent ones keep their value. */
export const annotationWriteSchema = z.object({
  content: optionalText(8_192).nullish(),
  date_marker: timestamp().nullish(),
  creation_type: z.enum(['USR', 'GIT']).optional(),
  /** Id of an insight of the project. */
  dashboard_item: referencedId().nullish(),
  /** Id of a dashboard of the project. */
  dashboard_id: referencedId().nullish(),
  deleted: formBoolean().optional(),
  scope: z.enum(annotationScopes).optional(),
});

export type AnnotationWrite = z.output<typeof annotationWriteSchema>;

/** An annotation in responses of the API. */
export const annotationSchema = z.object({
  id: z.int(),
  content: z.string().nullable(),
  date_marker: z.string().nullable(),
  creation_type: z.enum(['USR', 'GIT']),
  dashboard_item: z.int().nullable(),
  dashboard_id: z.int().nullable(),
  dashboard_name: z.string().nullable(),
  insight_short_id: z.string().nullable(),
  insight_name: z.string().nullable(),
  insight_derived_name: z.string().nullable(),
  created_by: userBasicSchema.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  deleted: z.boolean(),
  scope: z.enum(annotationScopes),
});

export type AnnotationBody = z.infer<typeof annotationSchema>;
