import type { InsightVariableType } from '@tidemark/contracts';
import type { Selectable } from 'kysely';
import type { InsightVariableTable } from '../schema';

/** A value with a name that statements read. */
export interface InsightVariable {
  /** UUID. */
  readonly id: string;
  readonly name: string;
  /** Unique in its project; never changes. */
  readonly codeName: string;
  readonly type: InsightVariableType;
  readonly defaultValue: unknown;
  /** The options of a List. */
  readonly values: unknown;
  readonly createdById: number | null;
  readonly createdAt: Date;
}

/** The fields that a client may change. */
export type InsightVariableFields = Pick<
  InsightVariable,
  'name' | 'type' | 'defaultValue' | 'values'
>;

export function toInsightVariable(row: Selectable<InsightVariableTable>): InsightVariable {
  return {
    id: row.id,
    name: row.name,
    codeName: row.code_name,
    type: row.type,
    defaultValue: row.default_value,
    values: row.values,
    createdById: row.created_by_id,
    createdAt: row.created_at,
  };
}
