/**
 * Event properties that describe the visitor and automatically become person properties
 * (`docs/wire/capture-processing.md#auto-properties`).
 */
const AUTO_KEYS = [
  '$app_build',
  '$app_name',
  '$app_namespace',
  '$app_version',
  '$browser',
  '$browser_version',
  '$device_type',
  '$current_url',
  '$pathname',
  '$os',
  '$os_name',
  '$os_version',
  '$referring_domain',
  '$referrer',
  '$screen_height',
  '$screen_width',
  '$viewport_height',
  '$viewport_width',
  '$raw_user_agent',
] as const;

const CAMPAIGN_KEYS = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_name',
  'utm_term',
  'gclid',
  'gad_source',
  'gclsrc',
  'dclid',
  'gbraid',
  'wbraid',
  'fbclid',
  'msclkid',
  'twclid',
  'li_fat_id',
  'mc_cid',
  'igshid',
  'ttclid',
  'rdt_cid',
  'irclid',
  '_kx',
  'epik',
  'qclid',
  'sccid',
] as const;

export const PERSON_PROPERTY_KEYS: readonly string[] = [...AUTO_KEYS, ...CAMPAIGN_KEYS];

/**
 * Properties that change with every page or device; a change of only these does not update a person
 * (`docs/wire/capture-processing.md#noisy-properties`).
 */
export const NOISY_PERSON_KEYS: ReadonlySet<string> = new Set([
  '$current_url',
  '$pathname',
  '$referring_domain',
  '$referrer',
  '$screen_height',
  '$screen_width',
  '$viewport_height',
  '$viewport_width',
  '$browser',
  '$browser_version',
  '$device_type',
  '$raw_user_agent',
  '$os',
  '$os_name',
  '$os_version',
  '$geoip_postal_code',
  '$geoip_time_zone',
  '$geoip_latitude',
  '$geoip_longitude',
  '$geoip_accuracy_radius',
  '$geoip_subdivision_1_code',
  '$geoip_subdivision_1_name',
  '$geoip_subdivision_1_confidence',
  '$geoip_subdivision_2_code',
  '$geoip_subdivision_2_name',
  '$geoip_subdivision_2_confidence',
  '$geoip_subdivision_3_code',
  '$geoip_subdivision_3_name',
  '$geoip_city_confidence',
  '$geoip_country_confidence',
  '$geoip_postal_code_confidence',
]);

/** Events whose purpose is to change persons: all their changes are stored. */
export const PERSON_EVENTS: ReadonlySet<string> = new Set([
  '$identify',
  '$create_alias',
  '$merge_dangerously',
  '$set',
]);

/** Events that never change person properties. */
export const PROPERTY_NEUTRAL_EVENTS: ReadonlySet<string> = new Set([
  '$exception',
  '$$heatmap',
  '$groupidentify',
]);

/** Events that get no automatic person properties. */
export const NO_AUTO_PROPERTIES: ReadonlySet<string> = new Set(['$snapshot', '$performance_event']);
