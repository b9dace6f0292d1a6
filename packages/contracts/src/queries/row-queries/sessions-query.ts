import { z } from 'zod';
import { actionIdSchema } from '../../shared/action-id';
import { propertyFilterListSchema } from '../property-filters';
import { columns, filterFields, pageFields, queryFields } from './shared-fields';

/** Rows of sessions with selected columns; its fields correspond to those of `EventsQuery`. */
export const sessionsQuerySchema = z.strictObject({
  kind: z.literal('SessionsQuery'),
  /** Expressions, or `*`, `person_display_name`; text after `--` is a label. */
  select: columns,
  ...filterFields,
  /** Only sessions with this event, or with an event of this action. */
  event: z.string().nullish(),
  actionId: actionIdSchema.nullish(),
  /** Conditions on that event. */
  eventProperties: propertyFilterListSchema.nullish(),
  personId: z.string().nullish(),
  /** The range of the start of sessions: relative or ISO 8601; `all` means no bound. By default, the last 24 hours. */
  after: z.string().nullish(),
  before: z.string().nullish(),
  ...pageFields,
  ...queryFields,
});

export type SessionsQueryBody = z.infer<typeof sessionsQuerySchema>;
