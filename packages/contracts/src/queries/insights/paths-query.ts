import { z } from 'zod';
import { sharedInsightFields } from './fields';
import { settings } from './settings';
import { funnelsQuerySchema } from './funnels-query';

const pathCleaningSchema = z.looseObject({
  alias: z.string().nullish(),
  regex: z.string().nullish(),
});

const MAX_STEPS = 20;

/** `pathsFilter` (`docs/wire/insights-others.md#paths-filter`). */
const pathsFilterSchema = settings({
  includeEventTypes: z.array(z.enum(['$pageview', '$screen', 'custom_event', 'hogql'])).nullish(),
  pathsHogQLExpression: z.string().nullish(),
  startPoint: z.string().nullish(),
  endPoint: z.string().nullish(),
  excludeEvents: z.array(z.string()).nullish(),
  pathGroupings: z.array(z.string()).nullish(),
  pathReplacements: z.boolean().nullish(),
  localPathCleaningFilters: z.array(pathCleaningSchema).nullish(),
  stepLimit: z.int().min(2).max(MAX_STEPS).nullish(),
  edgeLimit: z.int().min(0).max(10_000).nullish(),
  minEdgeWeight: z.number().nullish(),
  maxEdgeWeight: z.number().nullish(),
  /** Keys of path items, such as `2_/pricing`, that select the actors. */
  pathStartKey: z.string().nullish(),
  pathEndKey: z.string().nullish(),
  pathDropoffKey: z.string().nullish(),
});

/** Paths around a step of a funnel; a negative step means the actors who dropped off before it. */
const funnelPathsFilterSchema = z.strictObject({
  funnelPathType: z.enum([
    'funnel_path_before_step',
    'funnel_path_after_step',
    'funnel_path_between_steps',
  ]),
  funnelSource: funnelsQuerySchema,
  funnelStep: z.int().nullish(),
});

export type FunnelPathsFilter = z.infer<typeof funnelPathsFilterSchema>;

export const pathsQuerySchema = z.strictObject({
  kind: z.literal('PathsQuery'),
  pathsFilter: pathsFilterSchema,
  funnelPathsFilter: funnelPathsFilterSchema.nullish(),
  ...sharedInsightFields,
});

export type PathsQuery = z.infer<typeof pathsQuerySchema>;
