import { surveyStats } from './survey-stats';

const seen = { first: '2026-01-01T00:00:00Z', last: '2026-01-02T00:00:00Z' };
const count = (event: string, total: number, persons: number) => ({
  event,
  count: total,
  persons,
  ...seen,
});

it('counts a person who answered and dismissed as one answer', () => {
  const { stats, rates } = surveyStats(
    [count('survey shown', 8, 6), count('survey dismissed', 3, 3), count('survey sent', 2, 2)],
    1,
  );
  expect(stats['survey shown']).toMatchObject({
    total_count: 8,
    total_count_only_seen: 3,
    unique_persons: 6,
    unique_persons_only_seen: 2,
    first_seen: seen.first,
  });
  expect(stats['survey dismissed']).toMatchObject({ total_count: 3, unique_persons: 2 });
  expect(rates).toEqual({
    response_rate: 25,
    dismissal_rate: 37.5,
    unique_users_response_rate: 33.33,
    unique_users_dismissal_rate: 33.33,
  });
});

it('has zeros for a survey that was never shown', () => {
  const { stats, rates } = surveyStats([], 0);
  expect(stats['survey sent']).toMatchObject({ total_count: 0, first_seen: null });
  expect(Object.values(rates)).toEqual([0, 0, 0, 0]);
});
