import { randomUUID } from 'node:crypto';
import type { SurveyBody, SurveyWrite } from '@tidemark/contracts';
import type { Survey, SurveyFields, User } from '@tidemark/postgres';
import { userBasicBody } from '../users/user-body';
import { wireTime, wireTimeOrNull } from '../wire-time';

/** `creator` is null once that user is gone. */
export function surveyBody(survey: Survey, creator: User | null): SurveyBody {
  return {
    id: survey.id,
    name: survey.name,
    description: survey.description,
    type: survey.type,
    linked_flag_id: survey.linkedFlagId,
    targeting_flag_id: survey.targetingFlagId,
    questions: [...survey.questions],
    conditions: survey.conditions && { ...survey.conditions },
    appearance: survey.appearance && { ...survey.appearance },
    schedule: survey.schedule,
    enable_partial_responses: survey.enablePartialResponses,
    start_date: wireTimeOrNull(survey.startDate),
    end_date: wireTimeOrNull(survey.endDate),
    archived: survey.archived,
    created_by: creator && userBasicBody(creator),
    created_at: wireTime(survey.createdAt),
  };
}

/** The fields a body names, as the store keeps them; what it leaves out stays out. */
export function toSurveyFields(body: SurveyWrite): Partial<SurveyFields> {
  return {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.description !== undefined && { description: body.description }),
    ...(body.type !== undefined && { type: body.type }),
    ...(body.linked_flag_id !== undefined && { linkedFlagId: body.linked_flag_id }),
    ...(body.targeting_flag_id !== undefined && { targetingFlagId: body.targeting_flag_id }),
    ...(body.questions !== undefined && { questions: body.questions.map(withId) }),
    ...(body.conditions !== undefined && { conditions: body.conditions }),
    ...(body.appearance !== undefined && { appearance: body.appearance }),
    ...(body.schedule !== undefined && { schedule: body.schedule }),
    ...(body.enable_partial_responses !== undefined && {
      enablePartialResponses: body.enable_partial_responses,
    }),
    ...(body.start_date !== undefined && { startDate: body.start_date }),
    ...(body.end_date !== undefined && { endDate: body.end_date }),
    ...(body.archived !== undefined && { archived: body.archived }),
  };
}

/** SDKs file answers under the id of the question, and send none for a question without. */
function withId(question: Survey['questions'][number]): Survey['questions'][number] {
  const { id } = question;
  return typeof id === 'string' && id !== '' ? question : { ...question, id: randomUUID() };
}
