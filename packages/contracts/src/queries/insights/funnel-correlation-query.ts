import { z } from 'zod';
import { freeObject } from '../free-object';
import { sharedActorsFields } from './fields';
import { funnelsActorsQuerySchema } from './funnels-query';
import { seriesNodeSchema } from './series-nodes';

const names = z.array(z.string()).nullish();

/** Finds what correlates with conversion in a funnel: events, properties of events, or properties of actors. */
export const funnelCorrelationQuerySchema = z.strictObject({
  kind: z.literal('FunnelCorrelationQuery'),
  source: funnelsActorsQuerySchema,
  funnelCorrelationType: z.enum(['events', 'properties', 'event_with_properties']),
  /** Properties of actors; `$all` stands for all of them. */
  funnelCorrelationNames: names,
  funnelCorrelationExcludeNames: names,
  /** Events whose properties are analysed. */
  funnelCorrelationEventNames: names,
  funnelCorrelationExcludeEventNames: names,
  funnelCorrelationEventExcludePropertyNames: names,
  ...sharedActorsFields,
});

export type FunnelCorrelationQuery = z.infer<typeof funnelCorrelationQuerySchema>;

/** The actors behind one count of a correlation. */
export const funnelCorrelationActorsQuerySchema = z.strictObject({
  kind: z.literal('FunnelCorrelationActorsQuery'),
  source: funnelCorrelationQuerySchema,
  /** Whether to return the actors who converted or those who did not; both by default. */
  funnelCorrelationPersonConverted: z.boolean().nullish(),
  /** For correlations of events: the event of the actors, with filters. */
  funnelCorrelationPersonEntity: seriesNodeSchema.nullish(),
  /** For correlations of properties: the property values of the actors. */
  funnelCorrelationPropertyValues: z.array(freeObject).nullish(),
  includeRecordings: z.boolean().nullish(),
  ...sharedActorsFields,
});

export type FunnelCorrelationActorsQuery = z.infer<typeof funnelCorrelationActorsQuerySchema>;
