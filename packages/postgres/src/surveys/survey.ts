import type { SurveyTable } from '../schema';
import { fieldTable, json, own } from '../field-table';
import type { Settable } from '../field-table';

type Document = Readonly<Record<string, unknown>>;

/** A survey: questions that SDKs show to users. */
export interface Survey {
  /** UUID. */
  readonly id: string;
  readonly projectId: number;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  /** The survey is only shown if this flag is on. */
  readonly linkedFlagId: number | null;
  /** The survey is only shown to users for whom this flag is on. */
  readonly targetingFlagId: number | null;
  /** A flag that is off for users who have answered or dismissed the survey; null if the survey has none. */
  readonly internalTargetingFlagId: number | null;
  readonly questions: readonly Document[];
  readonly conditions: Document | null;
  readonly appearance: Document | null;
  readonly schedule: string;
  readonly enablePartialResponses: boolean;
  readonly startDate: Date | null;
  readonly endDate: Date | null;
  readonly archived: boolean;
  /** The number of times it is shown to the same users; null or 0: once. */
  readonly iterationCount: number | null;
  readonly iterationFrequencyDays: number | null;
  /** Counted from 1; null if the survey is not repeated or has not begun. */
  readonly currentIteration: number | null;
  readonly currentIterationStartDate: Date | null;
  readonly createdById: number | null;
  readonly createdAt: Date;
}

/** A survey with the keys of its flags, for SDKs. */
export interface OfferedSurvey extends Survey {
  readonly linkedFlagKey: string | null;
  readonly targetingFlagKey: string | null;
  /** The key of the flag that excludes users who answered or dismissed the survey; null if the survey has none. */
  readonly internalTargetingFlagKey: string | null;
}

/** Whether the survey has begun and not ended. */
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
