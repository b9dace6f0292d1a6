import type { ConformanceCase } from '../test-support/case';
import { captured, settled, shows } from '../test-support/case';

const ID = '019c1a00-0000-7000-8000-0000000000aa';

const page = (id: string, timestamp: string, more: object = {}) =>
  captured(
    '$pageview',
    { $session_id: id, $current_url: 'https://x.com/a' },
    { timestamp, ...more },
  );

/** Check 63: how sessions are computed. */
export const sessions: readonly ConformanceCase[] = [
  {
    name: 'E63 two page views in a session, 30 s apart',
    steps: [
      page(ID, '2026-02-01T10:00:00Z'),
      page(ID, '2026-02-01T10:00:30Z'),
      shows(`SELECT session_id, duration, $pageview_count, $is_bounce FROM sessions`, [
        [ID, 30, 2, 0],
      ]),
      shows(`SELECT DISTINCT session.$session_duration FROM events WHERE event = '$pageview'`, [
        [30],
      ]),
    ],
  },
  {
    name: 'E63 a session id that is not a UUIDv7 creates no session',
    steps: [
      page('not-a-uuid', '2026-02-01T10:00:00Z'),
      page('019c1a00-0000-4000-8000-0000000000aa', '2026-02-01T10:00:00Z'),
      ...settled(),
      shows(`SELECT count() FROM sessions`, [[0]]),
      shows(`SELECT count() FROM events WHERE event = '$pageview'`, [[2]]),
    ],
  },
  {
    name: 'an event that is sent twice is counted once in its session',
    steps: [
      page(ID, '2026-02-01T10:00:00Z', { uuid: '019c1a00-0000-7000-8000-0000000000ab' }),
      page(ID, '2026-02-01T10:00:00Z', { uuid: '019c1a00-0000-7000-8000-0000000000ab' }),
      ...settled(),
      shows(`SELECT $pageview_count, $is_bounce FROM sessions`, [[1, 1]]),
    ],
  },
];
