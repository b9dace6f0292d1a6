/** The stored fields of a survey that SDKs receive. */
interface PublicSurvey {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly linkedFlagKey: string | null;
  readonly targetingFlagKey: string | null;
  readonly internalTargetingFlagKey: string | null;
  readonly questions: readonly unknown[];
  readonly conditions: Readonly<Record<string, unknown>> | null;
  readonly appearance: Readonly<Record<string, unknown>> | null;
  readonly startDate: Date | null;
  readonly endDate: Date | null;
  readonly currentIteration: number | null;
  readonly currentIterationStartDate: Date | null;
  readonly schedule: string;
  readonly enablePartialResponses: boolean;
}

/** A survey in the form that SDKs and its linked flags receive (`docs/wire/flags-management.md#survey-fields`). */
export function publicSurvey(survey: PublicSurvey): Readonly<Record<string, unknown>> {
  return {
    id: survey.id,
    name: survey.name,
    description: survey.description,
    type: survey.type,
    linked_flag_key: survey.linkedFlagKey,
    targeting_flag_key: survey.targetingFlagKey,
    internal_targeting_flag_key: survey.internalTargetingFlagKey,
    questions: survey.questions,
    conditions: survey.conditions,
    appearance: survey.appearance,
    start_date: survey.startDate?.toISOString() ?? null,
    end_date: survey.endDate?.toISOString() ?? null,
    current_iteration: survey.currentIteration,
    current_iteration_start_date: survey.currentIterationStartDate?.toISOString() ?? null,
    schedule: survey.schedule,
    enable_partial_responses: survey.enablePartialResponses,
  };
}

/** The stored fields of an early access feature that SDKs receive. */
interface PublicFeature {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly stage: string;
  readonly documentationUrl: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly flagKey: string;
}

/**
 * An early access feature in the form that SDKs and its flag receive
 * (`docs/wire/flags-management.md#public-features`).
 */
export function publicFeature(feature: PublicFeature): Readonly<Record<string, unknown>> {
  const { id, name, description, stage, documentationUrl, payload, flagKey } = feature;
  return { id, name, description, stage, documentationUrl, payload, flagKey };
}
