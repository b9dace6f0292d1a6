/** Texts of a fixed length that are replaced whenever a batch is sent. */
export const PLACEHOLDERS = {
  uuid: '@uuid'.padEnd(36, '@'),
  timestamp: '@time'.padEnd(24, '@'),
  deviceId: '@anon'.padEnd(36, '@'),
} as const;

export const DISTINCT_IDS = 10_000;
const PERSONLESS_SHARE = 0.3;
const IDENTIFY_EVERY = 20;
const SET_EVERY = 10;
const PAGES = 400;
const BROWSERS = ['Chrome', 'Safari', 'Firefox', 'Microsoft Edge'];
const SYSTEMS = ['Mac OS X', 'Windows', 'Linux', 'iOS', 'Android'];
const SITE = 'https://app.example.com';

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
/** Maps consecutive numbers to very different ones, so that the properties of users vary independently. */
const spread = (value: number, into: number): number => ((value * 2_654_435_761) >>> 0) % into;

/**
 * Returns an event of about 1 KB in the form of posthog-js; the same number gives the same event, apart from the
 * placeholders. 30 % of the users stay anonymous and personless. Of the other users' events, every 20th is a
 * `$identify` from a new device, and every 10th sets a person property. A user keeps the same IP address, browser and
 * session, and visits different pages.
 */
export function benchEvent(number: number): object {
  const user = number % DISTINCT_IDS;
  const turn = Math.floor(number / DISTINCT_IDS);
  const personless = user < DISTINCT_IDS * PERSONLESS_SHARE;
  const kind = (user + turn) % IDENTIFY_EVERY;
  const identifies = !personless && kind === 0;
  const page = spread(number, PAGES);
  return {
    uuid: PLACEHOLDERS.uuid,
    event: identifies ? '$identify' : kind % 4 === 1 ? '$autocapture' : '$pageview',
    distinct_id: personless
      ? `0192a3b4-c5d6-7e8f-9a0b-${hex(user, 12)}`
      : `user-${user}@example.com`,
    timestamp: PLACEHOLDERS.timestamp,
    properties: {
      ...visitor(user),
      $process_person_profile: !personless,
      $current_url: `${SITE}/projects/${page}/settings?tab=billing`,
      $pathname: `/projects/${page}/settings`,
      $host: 'app.example.com',
      $referrer: page % 3 === 0 ? 'https://www.google.com/' : '$direct',
      $referring_domain: page % 3 === 0 ? 'www.google.com' : '$direct',
      title: `Settings of project ${page}`,
      ...(identifies ? { $anon_distinct_id: PLACEHOLDERS.deviceId } : {}),
      ...(!personless && kind % SET_EVERY === 1 ? { $set: { plan: 'pro', seats: turn } } : {}),
    },
  };
}

function visitor(user: number): object {
  const address = spread(user, 2_000);
  return {
    $ip: `${1 + (address % 200)}.${10 + (address % 90)}.${address % 250}.7`,
    $os: SYSTEMS[spread(user, SYSTEMS.length)],
    $os_version: '10.15.7',
    $browser: BROWSERS[spread(user + 7, BROWSERS.length)],
    $browser_version: 120 + (user % 20),
    $browser_language: 'en-GB',
    $device_type: user % 5 === 0 ? 'Mobile' : 'Desktop',
    $screen_height: 1_080,
    $screen_width: 1_920,
    $viewport_height: 900 + (user % 50),
    $viewport_width: 1_600,
    $lib: 'web',
    $lib_version: '1.434.18',
    $insert_id: hex(user, 16),
    $time: 1_790_000_000.123,
    $device_id: `0192a3b4-0000-7000-8000-${hex(user, 12)}`,
    $session_id: `0192a3b4-1111-7000-8000-${hex(user, 12)}`,
    $window_id: `0192a3b4-2222-7000-8000-${hex(user, 12)}`,
    $pageview_id: `0192a3b4-3333-7000-8000-${hex(user, 12)}`,
  };
}
