import type { SurveyTable } from '../schema';
import { fieldTable, json, own } from '../field-table';
import type { Settable } from '../field-table';

type Document = Readonly<Record<string, unknown>>;

/** Questions that SDKs put to people. */
export interface Survey {
  /** UUID. */
  readonly id: string;
  readonly projectId: number;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  /** Shown only where this flag is on. */
  readonly linkedFlagId: number | null;
  /** Shown only to people for whom this flag is on. */
  readonly targetingFlagId: number | null;
  /** Off for whom has answered or dismissed it; null for surveys without. */
  readonly internalTargetingFlagId: number | null;
  readonly questions: readonly Document[];
  readonly conditions: Document | null;
  readonly appearance: Document | null;
  readonly schedule: string;
  readonly enablePartialResponses: boolean;
  readonly startDate: Date | null;
  readonly endDate: Date | null;
  readonly archived: boolean;
  /** How often it is put to the same people; null or 0: once. */
  readonly iterationCount: number | null;
  readonly iterationFrequencyDays: number | null;
  /** Counted from 1; null for surveys that do not come again, or have not begun. */
  readonly currentIteration: number | null;
  readonly currentIterationStartDate: Date | null;
  readonly createdById: number | null;
  readonly createdAt: Date;
}

/** A survey with the keys of its flags, as SDKs receive it. */
export interface OfferedSurvey extends Survey {
  readonly linkedFlagKey: string | null;
  readonly targetingFlagKey: string | null;
  /** The key of the flag that excludes people who answered or dismissed the survey; null for surveys without it. */
  readonly internalTargetingFlagKey: string | null;
}

/** Has it begun, and not ended? */
export function isRunning({ startDate, endDate }: Pick<Survey, 'startDate' | 'endDate'>): boolean {
  return startDate !== null && endDate === null;
}

/** The stored fields of a survey. */
export const SURVEY_FIELDS = fieldTable<Survey, SurveyTable>()({
  id: own('id'),
  projectId: own('project_id'),
  name: 'name',
  description: 'description',
  type: 'type',
  schedule: 'schedule',
  linkedFlagId: 'linked_flag_id',
  targetingFlagId: 'targeting_flag_id',
  internalTargetingFlagId: own('internal_targeting_flag_id'),
  questions: json('questions'),
  conditions: json('conditions'),
  appearance: json('appearance'),
  startDate: 'start_date',
  endDate: 'end_date',
  archived: 'archived',
  iterationCount: 'iteration_count',
  iterationFrequencyDays: 'iteration_frequency_days',
  currentIteration: own('current_iteration'),
  currentIterationStartDate: own('current_iteration_start_date'),
  enablePartialResponses: 'enable_partial_responses',
  createdById: own('created_by_id'),
  createdAt: own('created_at'),
});

export const { fromRow: toSurvey } = SURVEY_FIELDS;

/** The fields that clients may set. */
export type SurveyFields = Settable<typeof SURVEY_FIELDS>;
