import { z } from 'zod';
import { responseFields } from './shared-fields';
import { queryModifiersSchema } from '../query-modifiers';

/** Events grouped by session, of one person or of all persons. */
export const sessionsTimelineQuerySchema = z.strictObject({
  kind: z.literal('SessionsTimelineQuery'),
  personId: z.uuid().nullish(),
  /** Relative or ISO 8601; by default `-24h`. */
  after: z.string().nullish(),
  /** Relative or ISO 8601; by default `+5s`. */
  before: z.string().nullish(),
  modifiers: queryModifiersSchema.nullish(),
  ...responseFields,
});

export type SessionsTimelineQueryBody = z.infer<typeof sessionsTimelineQuerySchema>;
