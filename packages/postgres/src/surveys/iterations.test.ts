import { iterationAt, iterationStartDates } from './iterations';

const at = (day: number): Date => new Date(Date.UTC(2026, 0, day));
const NEW = { currentIteration: null, currentIterationStartDate: null };
const weekly = { startDate: at(1), iterationCount: 3, iterationFrequencyDays: 7, ...NEW };

it('begins after each number of days', () => {
  expect(iterationStartDates(weekly)).toEqual([at(1), at(8), at(15)]);
  expect(iterationStartDates({ ...weekly, startDate: null })).toBeNull();
  expect(iterationStartDates({ ...weekly, iterationCount: null })).toEqual([]);
  expect(iterationStartDates({ ...weekly, iterationFrequencyDays: 0 })).toEqual([]);
});

it.each([
  [0, 1, 1],
  [1, 1, 1],
  [8, 2, 8],
  [14, 2, 8],
  [300, 3, 15],
])('on day %i iteration %i is current', (day, iteration, start) => {
  expect(iterationAt(weekly, at(day))).toEqual({
    currentIteration: iteration,
    currentIterationStartDate: at(start),
  });
});

it('never goes back, and ends when the survey is no longer repeated', () => {
  const later = { ...weekly, currentIteration: 2, currentIterationStartDate: at(8) };
  expect(iterationAt(later, at(2))).toMatchObject({ currentIteration: 2 });
  expect(iterationAt({ ...later, iterationCount: 0 }, at(2))).toEqual(NEW);
  expect(iterationAt({ ...later, startDate: null }, at(2))).toMatchObject({ currentIteration: 2 });
});
