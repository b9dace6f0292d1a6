import { z } from 'zod';
import { breakdownFilterSchema } from './breakdown-filter';
import { propertyFiltersSchema } from '../property-filters';
import { sharedInsightFields } from './fields';
import { settings } from './settings';

/** An event, an action, or rows of a table; a null id means all events. */
const retentionEntitySchema = z
  .looseObject({
    id: z.union([z.string(), z.number()]).nullish(),
    type: z.enum(['events', 'actions', 'data_warehouse']).nullish(),
    kind: z.string().nullish(),
    name: z.string().nullish(),
    custom_name: z.string().nullish(),
    properties: propertyFiltersSchema.nullish(),
    table_name: z.string().nullish(),
    timestamp_field: z.string().nullish(),
    aggregation_target_field: z.string().nullish(),
  })
  .refine(
    isWhole,
    'Rows of a table need a table_name, timestamp_field and aggregation_target_field',
  );

interface TableEntity {
  readonly type?: string | null | undefined;
  readonly table_name?: string | null | undefined;
  readonly timestamp_field?: string | null | undefined;
  readonly aggregation_target_field?: string | null | undefined;
}

function isWhole({
  type,
  table_name,
  timestamp_field,
  aggregation_target_field,
}: TableEntity): boolean {
  if (type !== 'data_warehouse') return true;
  return [table_name, timestamp_field, aggregation_target_field].every(
    (field) => typeof field === 'string' && field !== '',
  );
}

export type RetentionEntity = z.infer<typeof retentionEntitySchema>;

const MAX_INTERVALS = 100;

/**
 * `retentionFilter` (`docs/wire/insights-others.md#retention-filter`). Settings that only affect display are not
 * validated.
 */
const retentionFilterSchema = settings({
  period: z.enum(['Hour', 'Day', 'Week', 'Month']).nullish(),
  totalIntervals: z.int().min(1).max(MAX_INTERVALS).nullish(),
  targetEntity: retentionEntitySchema.nullish(),
  returningEntity: retentionEntitySchema.nullish(),
  retentionType: z
    .enum(['retention_recurring', 'retention_first_time', 'retention_first_ever_occurrence'])
    .nullish(),
  retentionReference: z.enum(['total', 'previous']).nullish(),
  cumulative: z.boolean().nullish(),
  minimumOccurrences: z.int().min(1).nullish(),
  timeWindowMode: z.enum(['strict_calendar_dates', '24_hour_windows']).nullish(),
  retentionCustomBrackets: z.array(z.int().min(1)).max(MAX_INTERVALS).nullish(),
  aggregationType: z.enum(['count', 'sum', 'avg']).nullish(),
  aggregationProperty: z.string().nullish(),
  aggregationPropertyType: z.enum(['event', 'person']).nullish(),
});

export const retentionQuerySchema = z.strictObject({
  kind: z.literal('RetentionQuery'),
  retentionFilter: retentionFilterSchema,
  breakdownFilter: breakdownFilterSchema.nullish(),
  ...sharedInsightFields,
});

export type RetentionQuery = z.infer<typeof retentionQuerySchema>;
