import { z } from 'zod';
import { actionStepInputSchema } from './actions';

const freeObject = z.record(z.string(), z.unknown());
const columns = z.array(z.string().min(1)).max(200);

/** Property filters: a list, or groups of them. */
export const propertyFiltersSchema = z.union([z.array(freeObject), freeObject]);

/** `EventsQuery` (`wire/hogql.md` §12): rows of events with chosen columns. */
export const eventsQuerySchema = z.strictObject({
  kind: z.literal('EventsQuery'),
  /** Expressions, or `*`, `person`, `person_display_name`; what follows `--` is a label. */
  select: columns,
  where: z.array(z.string()).nullish(),
  properties: propertyFiltersSchema.nullish(),
  fixedProperties: z.array(freeObject).nullish(),
  filterTestAccounts: z.boolean().nullish(),
  event: z.string().nullish(),
  events: z.array(z.string()).max(1000).nullish(),
  actionId: z.int().nullish(),
  actionSteps: z.array(actionStepInputSchema).max(100).nullish(),
  personId: z.string().nullish(),
  /** Relative or ISO 8601; `all` = no bound. The last 24 hours unless said. */
  after: z.string().nullish(),
  before: z.string().nullish(),
  orderBy: columns.nullish(),
  limit: z.int().nullish(),
  offset: z.int().nullish(),
  source: freeObject.nullish(),
  modifiers: freeObject.nullish(),
  name: z.string().nullish(),
  tags: freeObject.nullish(),
  response: freeObject.nullish(),
  version: z.number().nullish(),
});

export type EventsQueryBody = z.infer<typeof eventsQuerySchema>;

/** Events by the sessions they belong to, of one person or of everybody. */
export const sessionsTimelineQuerySchema = z.strictObject({
  kind: z.literal('SessionsTimelineQuery'),
  personId: z.uuid().nullish(),
  /** Relative or ISO 8601: `-24h` unless said. */
  after: z.string().nullish(),
  /** The same: `+5s` unless said. */
  before: z.string().nullish(),
  modifiers: freeObject.nullish(),
  tags: freeObject.nullish(),
  response: freeObject.nullish(),
  version: z.number().nullish(),
});

export type SessionsTimelineQueryBody = z.infer<typeof sessionsTimelineQuerySchema>;

/** Rows of sessions with chosen columns; its fields are those of `EventsQuery`, of sessions. */
export const sessionsQuerySchema = z.strictObject({
  kind: z.literal('SessionsQuery'),
  /** Expressions, or `*`, `person_display_name`; what follows `--` is a label. */
  select: columns,
  where: z.array(z.string()).nullish(),
  properties: propertyFiltersSchema.nullish(),
  fixedProperties: z.array(freeObject).nullish(),
  filterTestAccounts: z.boolean().nullish(),
  /** Only sessions in which this event, or an event of this action, happened. */
  event: z.string().nullish(),
  actionId: z.int().nullish(),
  /** What that event has to look like. */
  eventProperties: z.array(freeObject).nullish(),
  personId: z.string().nullish(),
  /** When sessions began: relative or ISO 8601; `all` = no bound. The last 24 hours unless said. */
  after: z.string().nullish(),
  before: z.string().nullish(),
  orderBy: columns.nullish(),
  limit: z.int().nullish(),
  offset: z.int().nullish(),
  modifiers: freeObject.nullish(),
  name: z.string().nullish(),
  tags: freeObject.nullish(),
  response: freeObject.nullish(),
  version: z.number().nullish(),
});

export type SessionsQueryBody = z.infer<typeof sessionsQuerySchema>;

/** `ActorsQuery` (`wire/hogql.md` §13): persons or groups, alone or behind another query. */
export const actorsQuerySchema = z.strictObject({
  kind: z.literal('ActorsQuery'),
  source: z.looseObject({ kind: z.string() }).nullish(),
  select: columns.nullish(),
  search: z.string().nullish(),
  properties: propertyFiltersSchema.nullish(),
  fixedProperties: z.array(freeObject).nullish(),
  orderBy: columns.nullish(),
  limit: z.int().nullish(),
  offset: z.int().nullish(),
  modifiers: freeObject.nullish(),
  name: z.string().nullish(),
  tags: freeObject.nullish(),
  response: freeObject.nullish(),
  version: z.number().nullish(),
});

/** Groups of one type. */
export const groupsQuerySchema = z.strictObject({
  kind: z.literal('GroupsQuery'),
  group_type_index: z.int().min(0).max(4),
  /** Expressions, or `group_name`. */
  select: columns.nullish(),
  search: z.string().nullish(),
  properties: propertyFiltersSchema.nullish(),
  orderBy: columns.nullish(),
  limit: z.int().nullish(),
  offset: z.int().nullish(),
  modifiers: freeObject.nullish(),
  name: z.string().nullish(),
  tags: freeObject.nullish(),
  response: freeObject.nullish(),
  version: z.number().nullish(),
});

export type GroupsQueryBody = z.infer<typeof groupsQuerySchema>;

export type ActorsQueryBody = z.infer<typeof actorsQuerySchema>;
