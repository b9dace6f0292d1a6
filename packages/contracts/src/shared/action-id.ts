import { z } from 'zod';

/**
 * The id of an action in a query: a number, or its digits as text
 * (`docs/wire/actions-matching.md#action-id-texts`). Whether there is such an action is decided by the query.
 */
export const actionIdSchema = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value),
  z.int(),
);
