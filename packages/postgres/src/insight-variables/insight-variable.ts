import type { InsightVariableType } from '@tidemark/contracts';
import type { InsightVariableTable } from '../schema';
import { fieldTable, json, own } from '../field-table';
import type { Settable } from '../field-table';

/** A named value for statements. */
export interface InsightVariable {
  /** UUID. */
  readonly id: string;
  readonly name: string;
  /** Unique in its project; cannot be changed. */
  readonly codeName: string;
  readonly type: InsightVariableType;
  readonly defaultValue: unknown;
  /** The options of a variable of type List. */
  readonly values: unknown;
  readonly createdById: number | null;
  readonly createdAt: Date;
}

/** The stored fields of a variable. */
export const INSIGHT_VARIABLE_FIELDS = fieldTable<InsightVariable, InsightVariableTable>()({
  id: own('id'),
  name: 'name',
  codeName: own('code_name'),
  type: 'type',
  defaultValue: json('default_value'),
  values: json('values'),
  createdById: own('created_by_id'),
  createdAt: own('created_at'),
});

export const { fromRow: toInsightVariable } = INSIGHT_VARIABLE_FIELDS;

/** The fields that clients may set. */
export type InsightVariableFields = Settable<typeof INSIGHT_VARIABLE_FIELDS>;
