import { z } from 'zod';
import { columns, filterFields, freeObject, pageFields, queryFields } from './shared-fields';

/** Rows of sessions with chosen columns; its fields are those of `EventsQuery`, of sessions. */
export const sessionsQuerySchema = z.strictObject({
  kind: z.literal('SessionsQuery'),
  /** Expressions, or `*`, `person_display_name`; what follows `--` is a label. */
  select: columns,
  ...filterFields,
  /** Only sessions in which this event, or an event of this action, happened. */
  event: z.string().nullish(),
  actionId: z.int().nullish(),
  /** Conditions on that event. */
  eventProperties: z.array(freeObject).nullish(),
  personId: z.string().nullish(),
  /** When sessions began: relative or ISO 8601; `all` = no bound. The last 24 hours unless said. */
  after: z.string().nullish(),
  before: z.string().nullish(),
  ...pageFields,
  ...queryFields,
});

export type SessionsQueryBody = z.infer<typeof sessionsQuerySchema>;
