import { z } from 'zod';
import { minimalFlagSchema } from './flag-evaluation';
import { optionalText, referencedId, storedObject, trimmedText } from '../shared/wire-fields';

/** The stage of development of a feature (`docs/wire/flags-management.md#feature-management`). */
export const earlyAccessStages = [
  'draft',
  'concept',
  'alpha',
  'beta',
  'general-availability',
  'archived',
] as const;

export type EarlyAccessStage = (typeof earlyAccessStages)[number];

/** Writable fields of a PATCH; absent ones keep their value. The flag of a feature never changes. */
export const earlyAccessUpdateSchema = z.object({
  name: trimmedText(200).optional(),
  description: optionalText().optional(),
  stage: z.enum(earlyAccessStages).optional(),
  documentation_url: optionalText(800).optional(),
  payload: storedObject().optional(),
});

export type EarlyAccessUpdate = z.output<typeof earlyAccessUpdateSchema>;

/** POST. Without `feature_flag_id`, a flag is created. */
export const earlyAccessCreateSchema = earlyAccessUpdateSchema.extend({
  name: trimmedText(200),
  stage: z.enum(earlyAccessStages),
  feature_flag_id: referencedId().nullish(),
});

export type EarlyAccessCreate = z.output<typeof earlyAccessCreateSchema>;

/** A feature in responses of the API for members of the project. */
export const earlyAccessFeatureSchema = z.object({
  id: z.string(),
  /** Null after the flag was deleted. */
  feature_flag: minimalFlagSchema.nullable(),
  name: z.string(),
  description: z.string(),
  stage: z.enum(earlyAccessStages),
  documentation_url: z.string(),
  payload: z.record(z.string(), z.unknown()),
  created_at: z.string(),
});

export type EarlyAccessFeatureBody = z.input<typeof earlyAccessFeatureSchema>;
