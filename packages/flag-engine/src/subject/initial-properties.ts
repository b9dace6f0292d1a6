/** Keys whose first value is kept as a person property with the prefix `$initial_`. */
const TRACKED_KEYS = [
  '$app_build',
  '$app_name',
  '$app_namespace',
  '$app_version',
  '$browser',
  '$browser_version',
  '$current_url',
  '$device_type',
  '$os',
  '$os_name',
  '$os_version',
  '$pathname',
  '$raw_user_agent',
  '$referrer',
  '$referring_domain',
  '$screen_height',
  '$screen_width',
  '$viewport_height',
  '$viewport_width',
  '_kx',
  'dclid',
  'epik',
  'fbclid',
  'gad_source',
  'gbraid',
  'gclid',
  'gclsrc',
  'igshid',
  'irclid',
  'li_fat_id',
  'mc_cid',
  'msclkid',
  'qclid',
  'rdt_cid',
  'sccid',
  'ttclid',
  'twclid',
  'utm_campaign',
  'utm_content',
  'utm_medium',
  'utm_name',
  'utm_source',
  'utm_term',
  'wbraid',
];

const CURRENT_KEY_BY_INITIAL: ReadonlyMap<string, string> = new Map(
  TRACKED_KEYS.map((key) => [`$initial_${key.replace(/^\$/, '')}`, key]),
);

/**
 * The key whose current value replaces a missing `$initial_` property (a new person has no initial values yet);
 * undefined for any other key.
 */
export function currentKeyFor(key: string): string | undefined {
  return CURRENT_KEY_BY_INITIAL.get(key);
}
