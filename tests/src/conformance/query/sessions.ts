import type { ResultCases } from './case';

const ID = '019b8d62-7a80-7000-8000-000000000001';

/** The only session consists of Ann's first two page views. */
export const sessions: ResultCases = {
  project: 'utc',
  cases: [
    [
      `select session_id, $start_timestamp, $end_timestamp, $session_duration, duration from sessions`,
      [[ID, '2026-01-05T09:00:00Z', '2026-01-05T09:05:00.250000Z', 300, 300]],
    ],
    [
      `select $entry_current_url, $entry_pathname, $entry_hostname, $exit_current_url, $end_pathname, $num_uniq_urls from sessions`,
      [['https://x.com/pricing', '/pricing', 'x.com', 'https://x.com/docs?q=1', '/docs', 2]],
    ],
    [
      `select $pageview_count, $autocapture_count, $screen_count, $is_bounce, $channel_type, distinct_id from sessions`,
      [[2, 0, 0, 0, 'Unknown', 'ann']],
    ],
    [
      `select p.properties.email from sessions s join persons p on s.person_id = p.id`,
      [['ann@ex.com']],
    ],
    [`select $has_replay_events from sessions`, [[0]]],
    [`select count() from sessions where $start_timestamp >= '2026-01-06'`, [[0]]],
    [
      `select event, session.$session_duration from events where session.$pageview_count = 2 and timestamp >= '2026-01-05' order by timestamp`,
      [
        ['$pageview', 300],
        ['$pageview', 300],
      ],
    ],
    [
      `select session.$entry_pathname as entry, count() from events group by entry order by 2`,
      [
        ['/pricing', 2],
        [null, 9],
      ],
    ],
    [`select uniqExactMerge(pageview_uniq) from raw_sessions where session_id_v7 = '${ID}'`, [[2]]],
  ],
};
