import type { Selectable } from 'kysely';
import type { History } from '../activity-log/history';
import type { ExperimentHoldoutTable } from '../schema';

type Document = Readonly<Record<string, unknown>>;

/** Users who are excluded from experiments, so that the joint effect of the experiments can be measured. */
export interface ExperimentHoldout {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  /** Conditions of a flag, each with the variant `holdout-<id>`. */
  readonly filters: readonly Document[];
  readonly createdById: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type ExperimentHoldoutFields = Pick<ExperimentHoldout, 'name' | 'description' | 'filters'>;

export const HOLDOUT_HISTORY: History<ExperimentHoldout> = {
  scope: 'ExperimentHoldout',
  nameOf: (holdout) => holdout.name,
  wireFields: (holdout) => ({
    name: holdout.name,
    description: holdout.description,
    filters: holdout.filters,
  }),
};

export function toHoldout(row: Selectable<ExperimentHoldoutTable>): ExperimentHoldout {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    filters: row.filters,
    createdById: row.created_by_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** The filters of a flag with the holdout of its experiment added, or removed if there is none. */
export function withHoldout(
  filters: Document,
  holdout: Pick<ExperimentHoldout, 'filters'> | null,
): Document {
  const { holdout: _newer, holdout_groups: _groups, ...others } = filters;
  return holdout === null ? others : { ...others, holdout_groups: holdout.filters };
}
