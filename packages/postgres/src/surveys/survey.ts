import type { Selectable } from 'kysely';
import type { SurveyTable } from '../schema';

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

/** The fields that a client may set. */
export type SurveyFields = Omit<
  Survey,
  | 'id'
  | 'projectId'
  | 'internalTargetingFlagId'
  | 'currentIteration'
  | 'currentIterationStartDate'
  | 'createdById'
  | 'createdAt'
>;

/** A survey with the keys of its flags, as SDKs hear of it. */
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

export function toSurvey(row: Selectable<SurveyTable>): Survey {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    description: row.description,
    type: row.type,
    linkedFlagId: row.linked_flag_id,
    targetingFlagId: row.targeting_flag_id,
    internalTargetingFlagId: row.internal_targeting_flag_id,
    questions: row.questions,
    conditions: row.conditions,
    appearance: row.appearance,
    schedule: row.schedule,
    enablePartialResponses: row.enable_partial_responses,
    startDate: row.start_date,
    endDate: row.end_date,
    archived: row.archived,
    iterationCount: row.iteration_count,
    iterationFrequencyDays: row.iteration_frequency_days,
    currentIteration: row.current_iteration,
    currentIterationStartDate: row.current_iteration_start_date,
    createdById: row.created_by_id,
    createdAt: row.created_at,
  };
}
