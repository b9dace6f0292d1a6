import type { Selectable } from 'kysely';
import type { History } from '../activity-log/history';
import type { ExperimentSavedMetricTable } from '../schema';

/** A metric that several experiments can use. */
export interface SavedMetric {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  /** The definition of the metric. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
  readonly createdById: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type SavedMetricFields = Pick<SavedMetric, 'name' | 'description' | 'query' | 'tags'>;

export const SAVED_METRIC_HISTORY: History<SavedMetric> = {
  scope: 'ExperimentSavedMetric',
  nameOf: (metric) => metric.name,
  wireFields: (metric) => ({
    name: metric.name,
    description: metric.description,
    query: metric.query,
    tags: metric.tags,
  }),
};

export function toSavedMetric(row: Selectable<ExperimentSavedMetricTable>): SavedMetric {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    query: row.query,
    tags: row.tags,
    createdById: row.created_by_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
