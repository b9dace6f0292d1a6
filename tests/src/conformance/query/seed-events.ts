/**
 * The events that are sent to every project of the seed. There are only a few, so that each expected response can be
 * counted by hand. Three persons: ann (pro), bob (free), cid (first seen as cid-anon).
 */

/**
 * These events are sent first, because they determine the types of properties; the order in which partitions are read
 * is not known.
 */
export const typingEvents = [
  {
    event: '$pageview',
    distinct_id: 'ann',
    timestamp: '2026-01-05T09:00:00Z', // a Monday
    properties: {
      $session_id: '019b8d62-7a80-7000-8000-000000000001',
      $current_url: 'https://x.com/pricing',
      $browser: 'Chrome',
      load_ms: 120,
      is_new: true,
      'odd key': 'quoted',
      $set: { email: 'ann@ex.com', plan: 'pro', age: 30, admin: true },
    },
  },
  {
    event: '$pageview',
    distinct_id: 'ann',
    timestamp: '2026-01-05T09:05:00.250Z',
    properties: {
      $session_id: '019B8D62-7A80-7000-8000-000000000001',
      $current_url: 'https://x.com/docs?q=1',
      $browser: 'Chrome',
      load_ms: 80.5,
      is_new: false,
    },
  },
  {
    event: '$pageview',
    distinct_id: 'bob',
    timestamp: '2026-01-05T23:30:00Z', // the 6th in Berlin
    properties: {
      $current_url: 'https://x.com/pricing',
      $browser: 'Firefox',
      load_ms: 300,
      is_new: true,
      $set: { email: 'bob@other.org', plan: 'free', age: 40, admin: false },
    },
  },
  {
    event: 'purchase',
    distinct_id: 'ann',
    timestamp: '2026-01-06T00:30:00Z', // the 5th in New York
    properties: { amount: 19.99, currency: 'EUR', items: ['a', 'b'], coupon: null },
  },
  {
    event: 'purchase',
    distinct_id: 'bob',
    timestamp: '2026-01-06T12:00:00Z',
    properties: { amount: 5, currency: 'USD', items: [], coupon: '' },
  },
  {
    event: 'purchase',
    distinct_id: 'ann',
    timestamp: '2026-01-08T12:00:00Z',
    properties: { amount: '40', currency: 'EUR', items: ['c'], coupon: 'SAVE' },
  },
];

export const laterEvents = [
  {
    event: '$pageview',
    distinct_id: 'cid-anon',
    timestamp: '2026-01-11T23:30:00Z', // a Sunday, Monday in Berlin
    properties: { $browser: 'Safari', load_ms: '250', nested: { deep: { x: 1 }, list: [10, 20] } },
  },
  { event: 'signup', distinct_id: 'cid', timestamp: '2026-01-11T23:40:00Z', properties: {} },
  {
    event: '$identify',
    distinct_id: 'cid',
    timestamp: '2026-01-11T23:45:00Z',
    properties: { $anon_distinct_id: 'cid-anon', $set: { email: 'cid@ex.com', plan: 'free' } },
  },
  {
    event: '$pageview',
    distinct_id: 'ann',
    timestamp: '2026-03-29T00:30:00Z', // 01:30 in Berlin, half an hour before summer time
    properties: { $browser: 'Chrome' },
  },
  {
    event: '$pageview',
    distinct_id: 'ann',
    timestamp: '2026-03-29T01:30:00Z', // 03:30 in Berlin
    properties: { $browser: 'Chrome' },
  },
];
