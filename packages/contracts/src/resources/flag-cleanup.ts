import { z } from 'zod';
import { optionalText, rawText } from '../shared/wire-fields';
import { userBasicSchema } from './users';

/** `call`: the key is an argument of an SDK method. `text`: the key appears in quotes, which is weaker evidence. */
export const flagReferenceKinds = ['call', 'text'] as const;

/** A place in source code that refers to a flag. */
export const flagReferenceSchema = z.object({
  key: rawText(400),
  path: rawText(1_000),
  line: z.int().min(1),
  kind: z.enum(flagReferenceKinds),
});

export type FlagReference = z.output<typeof flagReferenceSchema>;

/** The maximum number of references in one scan. */
const MAX_REFERENCES = 20_000;

/** The result of `npm run tidemark -- flags references`. */
export const flagReferenceScanWriteSchema = z.object({
  repository: rawText(400),
  revision: optionalText(100).default(''),
  files: z.int().min(0),
  references: z.array(flagReferenceSchema).max(MAX_REFERENCES),
});

export const flagReferenceScanSchema = z.object({
  repository: z.string(),
  revision: z.string(),
  files: z.int(),
  references: z.int(),
  created_at: z.string(),
});

export const flagCleanupReasons = ['unused', 'same_answer', 'unchanged', 'no_references'] as const;

export const flagCleanupQuerySchema = z.object({
  /** The number of days without a call or a change after which a flag is listed. */
  days: z.coerce
    .number({ error: 'A valid integer is required.' })
    .int()
    .min(1)
    .max(365)
    .default(30),
});

/** Flags that can probably be removed, those with the most reasons first. */
export const flagCleanupSchema = z.object({
  days: z.int(),
  /** The scans on which `references` is based; without one, there is no information about references. */
  scans: z.array(flagReferenceScanSchema),
  results: z.array(
    z.object({
      id: z.int(),
      key: z.string(),
      name: z.string(),
      active: z.boolean(),
      archived: z.boolean(),
      tags: z.array(z.string()),
      /** The response of `feature_flags/{id}/status/`. */
      status: z.enum(['active', 'inactive', 'stale', 'archived', 'deleted']),
      status_reason: z.string(),
      reasons: z.array(z.object({ code: z.enum(flagCleanupReasons), detail: z.string() })),
      last_called_at: z.string().nullable(),
      updated_at: z.string(),
      /** The only value that the flag returns now or returned before: `true`, `false` or a variant. */
      answer: z.string().nullable(),
      references: z.array(flagReferenceSchema.extend({ repository: z.string() })),
      /** The keys of flags that depend on it. */
      dependents: z.array(z.string()),
      has_experiment: z.boolean(),
      created_by: userBasicSchema.nullable(),
    }),
  ),
});

export type FlagCleanup = z.input<typeof flagCleanupSchema>;
