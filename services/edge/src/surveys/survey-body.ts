import { toldSurvey } from '@tidemark/contracts';
import type { OfferedSurvey } from '@tidemark/postgres';

/** What `GET /api/surveys/` answers (`wire/flags.md` §8.4). */
export function surveysBody(
  surveys: readonly OfferedSurvey[],
  config: Readonly<Record<string, unknown>> | null,
): object {
  return { surveys: surveys.map(toldSurvey), survey_config: config };
}
