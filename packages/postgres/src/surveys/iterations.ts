import type { Survey } from './survey';

const DAY_MS = 86_400_000;

type Schedule = Pick<Survey, 'startDate' | 'iterationCount' | 'iterationFrequencyDays'>;
type Iteration = Pick<Survey, 'currentIteration' | 'currentIterationStartDate'>;

const NONE: Iteration = { currentIteration: null, currentIterationStartDate: null };

/**
 * The start dates of the iterations of a survey; empty if the survey is not repeated, null if it has no start date
 * yet.
 */
export function iterationStartDates(schedule: Schedule): readonly Date[] | null {
  const { startDate, iterationCount, iterationFrequencyDays } = schedule;
  const [count, days] = [iterationCount ?? 0, iterationFrequencyDays ?? 0];
  if (count === 0 || days === 0) return [];
  if (startDate === null) return null;
  return Array.from(
    { length: count },
    (_, index) => new Date(startDate.getTime() + index * days * DAY_MS),
  );
}

/**
 * The current iteration at a time. It never goes back to an earlier one, because users have already seen the later
 * one.
 */
export function iterationAt(survey: Schedule & Iteration, now: Date): Iteration {
  const starts = iterationStartDates(survey);
  if (starts === null) {
    const { currentIteration, currentIterationStartDate } = survey;
    return { currentIteration, currentIterationStartDate };
  }
  if (starts.length === 0) return NONE;
  const begun = starts.filter((start) => start <= now).length;
  const current = Math.max(1, begun, survey.currentIteration ?? 0);
  const start = starts[current - 1];
  return start === undefined
    ? { currentIteration: current, currentIterationStartDate: survey.currentIterationStartDate }
    : { currentIteration: current, currentIterationStartDate: start };
}
