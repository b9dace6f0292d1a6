import { z } from 'zod';
import { formBoolean, optionalText, referencedId } from '../shared/wire-fields';

const MAX_BULK_IDS = 500;
const MAX_BULK_TAGS = 100;
const MAX_BULK_PAIRS = 10_000;

function tagsWrite<Id extends z.ZodType>(id: Id) {
  return z
    .object({
      ids: z.array(id).min(1).max(MAX_BULK_IDS),
      action: z.enum(['add', 'remove', 'set']),
      tags: z.array(optionalText(255)).max(MAX_BULK_TAGS),
    })
    .superRefine(({ ids, action, tags }, context) => {
      const reject = (path: string, message: string): void =>
        context.addIssue({ code: 'custom', path: [path], message });
      if (action !== 'set' && tags.every((tag) => tag === '')) {
        reject('tags', 'Tags must be given to add or remove them.');
      }
      if (ids.length * tags.length > MAX_BULK_PAIRS) {
        reject(
          'ids',
          `At most ${MAX_BULK_PAIRS} pairs of an object and a tag can be changed at once.`,
        );
      }
    });
}

function skipped<Id extends z.ZodType>(id: Id) {
  return z.array(z.object({ id, reason: z.string() }));
}

/** `bulk_update_tags/` of objects with numbers as ids (`docs/wire/actions.md#tags-bulk`). */
export const bulkTagsWriteSchema = tagsWrite(referencedId());

export const bulkTagsSchema = z.object({
  updated: z.array(z.object({ id: z.int(), tags: z.array(z.string()) })),
  skipped: skipped(z.int()),
});

export type BulkTagsWrite = z.output<typeof bulkTagsWriteSchema>;

const definitionId = z.guid().toLowerCase();

/** `event_definitions/bulk_update_tags/`; ids are uuids. */
export const definitionBulkTagsWriteSchema = tagsWrite(definitionId);

export const definitionBulkTagsSchema = z.object({
  updated: z.array(z.object({ id: z.string(), tags: z.array(z.string()) })),
  skipped: skipped(z.string()),
});

/** `event_definitions/bulk_update_verified/`. */
export const bulkVerifiedWriteSchema = z.object({
  ids: z.array(definitionId).min(1).max(MAX_BULK_IDS),
  verified: formBoolean(),
});

export const bulkVerifiedSchema = z.object({
  /** The definitions whose state has changed. */
  updated: z.array(z.object({ id: z.string(), verified: z.boolean() })),
  skipped: skipped(z.string()),
});
