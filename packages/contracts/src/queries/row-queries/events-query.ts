import { z } from 'zod';
import { actionIdSchema } from '../../shared/action-id';
import { actionStepInputSchema } from '../../shared/action-step';
import { freeObject } from '../free-object';
import { columns, filterFields, pageFields, queryFields } from './shared-fields';

/** `EventsQuery` (`docs/wire/query-kinds.md#events-fields`): rows of events with chosen columns. */
export const eventsQuerySchema = z.strictObject({
  kind: z.literal('EventsQuery'),
  /** Expressions, or `*`, `person`, `person_display_name`; text after `--` is a label. */
  select: columns,
  ...filterFields,
  event: z.string().nullish(),
  events: z.array(z.string()).max(1000).nullish(),
  actionId: actionIdSchema.nullish(),
  actionSteps: z.array(actionStepInputSchema).max(100).nullish(),
  personId: z.string().nullish(),
  /** Relative or ISO 8601; `all` means no bound. By default, the last 24 hours. */
  after: z.string().nullish(),
  before: z.string().nullish(),
  ...pageFields,
  source: freeObject.nullish(),
  ...queryFields,
});

export type EventsQueryBody = z.infer<typeof eventsQuerySchema>;
