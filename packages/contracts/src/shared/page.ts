import { z } from 'zod';

/** The list envelope of the project API (`docs/wire/specification.md#list-envelope`). */
export function pageOf<S extends z.ZodType>(item: S) {
  return z.object({
    count: z.int(),
    /** Absolute URLs of the neighbours. */
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  });
}
