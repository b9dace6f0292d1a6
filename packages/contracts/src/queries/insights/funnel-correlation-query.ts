import { z } from 'zod';
import { freeObject, sharedActorsFields } from './fields';
import { funnelsActorsQuerySchema } from './funnels-query';
import { seriesNodeSchema } from './series-nodes';

const names = z.array(z.string()).nullish();

/** What goes together with converting in a funnel: events, properties of events, or of those who do them. */
export const funnelCorrelationQuerySchema = z.strictObject({
  kind: z.literal('FunnelCorrelationQuery'),
  source: funnelsActorsQuerySchema,
  funnelCorrelationType: z.enum(['events', 'properties', 'event_with_properties']),
  /** Properties of actors; `$all` for every one. */
  funnelCorrelationNames: names,
  funnelCorrelationExcludeNames: names,
  /** Events whose properties are looked at. */
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
  /** Whether to return the people who converted or those who did not; both by default. */
  funnelCorrelationPersonConverted: z.boolean().nullish(),
  /** The event they did, with filters, for correlations of events. */
  funnelCorrelationPersonEntity: seriesNodeSchema.nullish(),
  /** The values they have, for correlations of properties. */
  funnelCorrelationPropertyValues: z.array(freeObject).nullish(),
  includeRecordings: z.boolean().nullish(),
  ...sharedActorsFields,
});

export type FunnelCorrelationActorsQuery = z.infer<typeof funnelCorrelationActorsQuerySchema>;
