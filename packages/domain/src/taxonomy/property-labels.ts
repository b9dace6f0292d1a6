/**
 * Everyday words for properties whose names do not contain them: a search for `library` finds `$lib`. Names that
 * contain their own label (`$browser_version`) need no entry.
 */
const LABELS: Readonly<Record<string, string>> = {
  $lib: 'library',
  $lib_version: 'library version',
  $os: 'operating system os',
  $os_version: 'operating system version',
  $ip: 'ip address',
  $pathname: 'path name',
  $current_url: 'current url page address',
  $referrer: 'referrer url',
  $referring_domain: 'referring domain referrer',
  $el_text: 'element text',
  $event_type: 'event type',
  $insert_id: 'insert id',
  $device_id: 'device id',
  $session_id: 'session id',
  $window_id: 'window id',
  $user_id: 'user id',
  $geoip_city_name: 'city name',
  $geoip_country_code: 'country code',
  $geoip_country_name: 'country name',
  $geoip_continent_name: 'continent name',
  $geoip_postal_code: 'postal code zip',
  $geoip_time_zone: 'timezone time zone',
  $geoip_subdivision_1_name: 'subdivision name state region',
  $raw_user_agent: 'raw user agent',
  $initial_referrer: 'initial referrer url',
  $initial_pathname: 'initial path name',
  $initial_os: 'initial operating system os',
  $initial_geoip_city_name: 'initial city name',
  $initial_geoip_country_name: 'initial country name',
  gclid: 'google click id',
  fbclid: 'facebook click id',
  msclkid: 'bing microsoft click id',
};

/** The same for events. */
const EVENT_LABELS: Readonly<Record<string, string>> = {
  $pageview: 'page view',
  $pageleave: 'page leave',
  $screen: 'screen view',
  $autocapture: 'auto capture click',
  $rageclick: 'rage click',
  $groupidentify: 'group identify',
  $create_alias: 'alias',
  $merge_dangerously: 'merge persons',
  $set: 'set person properties',
  $web_vitals: 'web vitals performance',
  $exception: 'exception error',
  $feature_flag_called: 'feature flag called',
};

/** Names of properties whose labels contain all of these words. */
export function propertiesCalled(words: readonly string[]): readonly string[] {
  return called(LABELS, words);
}

/** Names of events whose labels contain all of these words. */
export function eventsCalled(words: readonly string[]): readonly string[] {
  return called(EVENT_LABELS, words);
}

function called(labels: Readonly<Record<string, string>>, words: readonly string[]): string[] {
  const wanted = words.map((word) => word.toLowerCase());
  if (wanted.length === 0) return [];
  return Object.entries(labels)
    .filter(([, label]) => wanted.every((word) => label.includes(word)))
    .map(([name]) => name);
}
