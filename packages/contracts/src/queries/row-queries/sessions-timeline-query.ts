import { z } from 'zod';
import { responseFields, freeObject } from './shared-fields';

/** Events grouped by session, of one person or of all persons. */
export const sessionsTimelineQuerySchema = z.strictObject({
  kind: z.literal('SessionsTimelineQuery'),
  personId: z.uuid().nullish(),
  /** Relative or ISO 8601; by default `-24h`. */
  after: z.string().nullish(),
  /** Relative or ISO 8601; by default `+5s`. */
  before: z.string().nullish(),
  modifiers: freeObject.nullish(),
  ...responseFields,
});

export type SessionsTimelineQueryBody = z.infer<typeof sessionsTimelineQuerySchema>;
