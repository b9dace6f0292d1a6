import { z } from 'zod';

/** A page of a list in the project API (`docs/wire/specification.md#list-envelope`). */
export function pageOf<S extends z.ZodType>(item: S) {
  return z.object({
    count: z.int(),
    /** Absolute URLs of the next and the previous page. */
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  });
}
