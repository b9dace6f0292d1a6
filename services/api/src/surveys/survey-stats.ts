import type { SurveyStatsBody } from '@tidemark/contracts';

/** For the events of one name: their number, the number of persons, and the first and last time. */
export interface EventCount {
  readonly event: string;
  readonly count: number;
  readonly persons: number;
  readonly first: string;
  readonly last: string;
}

type Stats = SurveyStatsBody['stats'][string];

const SHOWN = 'survey shown';
const DISMISSED = 'survey dismissed';
const SENT = 'survey sent';
export const SURVEY_EVENTS = [SHOWN, DISMISSED, SENT] as const;

/**
 * Computes the statistics of surveys from their events.
 * @param bothPersons the persons who both dismissed and answered a survey: they count as having answered
 */
export function surveyStats(
  counts: readonly EventCount[],
  bothPersons: number,
): Pick<SurveyStatsBody, 'stats' | 'rates'> {
  const [shown, dismissed, sent] = SURVEY_EVENTS.map((event) => statsOf(event, counts)) as [
    Stats,
    Stats,
    Stats,
  ];
  dismissed.unique_persons = Math.max(0, dismissed.unique_persons - bothPersons);
  shown.unique_persons_only_seen = Math.max(
    0,
    shown.unique_persons - dismissed.unique_persons - sent.unique_persons,
  );
  shown.total_count_only_seen = Math.max(
    0,
    shown.total_count - dismissed.total_count - sent.total_count,
  );
  return {
    stats: { [SHOWN]: shown, [DISMISSED]: dismissed, [SENT]: sent },
    rates: {
      response_rate: percent(sent.total_count, shown.total_count),
      dismissal_rate: percent(dismissed.total_count, shown.total_count),
      unique_users_response_rate: percent(sent.unique_persons, shown.unique_persons),
      unique_users_dismissal_rate: percent(dismissed.unique_persons, shown.unique_persons),
    },
  };
}

function statsOf(event: string, counts: readonly EventCount[]): Stats {
  const found = counts.find((count) => count.event === event);
  return {
    total_count: found?.count ?? 0,
    total_count_only_seen: 0,
    unique_persons: found?.persons ?? 0,
    unique_persons_only_seen: 0,
    first_seen: found?.first ?? null,
    last_seen: found?.last ?? null,
  };
}

/** A percentage with two decimals; 0 if the whole is 0. */
function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100;
}
