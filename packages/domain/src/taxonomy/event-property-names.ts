/** A set of property names: these names, and all names with these prefixes. */
export interface PropertyNames {
  readonly names: readonly string[];
  readonly prefixes: readonly string[];
}

/** Event properties that lists do not contain: their values are reported elsewhere, or are only used for ingestion. */
export const NEVER_LISTED: PropertyNames = {
  names: [
    ...['distinct_id', '$set', '$set_once', '$initial_referrer', '$initial_referring_domain'],
    ...['$groups', '$group_type', '$group_key', '$group_set'],
    ...['$group_0', '$group_1', '$group_2', '$group_3', '$group_4'],
  ],
  prefixes: ['$session_entry_'],
};

/** Event properties that SDKs send automatically. */
export const CORE_PROPERTIES: PropertyNames = {
  names: [
    ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term', 'gclid', 'gclsrc'],
    ...['gad_source', 'dclid', 'gbraid', 'wbraid', 'fbclid', 'msclkid', 'twclid', 'li_fat_id'],
    ...['mc_cid', 'igshid', 'ttclid', 'rdt_cid', 'epik', 'qclid', 'sccid', 'irclid', '_kx'],
    ...['distinct_id', 'event_count', 'token'],
  ],
  prefixes: ['$'],
};
