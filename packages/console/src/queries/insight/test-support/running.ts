export const running = {
  last_refresh: '2026-11-23T09:00:00Z',
  resolved_date_range: { date_from: '2026-11-09T00:00:00Z', date_to: '2026-11-29T00:00:00Z' },
};
