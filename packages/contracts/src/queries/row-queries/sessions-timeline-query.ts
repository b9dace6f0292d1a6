import { z } from 'zod';
import { responseFields, freeObject } from './shared-fields';

/** Events by the sessions they belong to, of one person or of everybody. */
export const sessionsTimelineQuerySchema = z.strictObject({
  kind: z.literal('SessionsTimelineQuery'),
  personId: z.uuid().nullish(),
  /** Relative or ISO 8601: `-24h` unless said. */
  after: z.string().nullish(),
  /** The same: `+5s` unless said. */
  before: z.string().nullish(),
  modifiers: freeObject.nullish(),
  ...responseFields,
});

export type SessionsTimelineQueryBody = z.infer<typeof sessionsTimelineQuerySchema>;
