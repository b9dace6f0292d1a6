/** Names of properties: exactly these, and all that begin so. */
export interface PropertyNames {
  readonly names: readonly string[];
  readonly prefixes: readonly string[];
}

/** Properties of events that lists leave out: what they say is reported elsewhere, or is meant for ingestion alone. */
export const NEVER_LISTED: PropertyNames = {
  names: [
    ...['distinct_id', '$set', '$set_once', '$initial_referrer', '$initial_referring_domain'],
    ...['$groups', '$group_type', '$group_key', '$group_set'],
    ...['$group_0', '$group_1', '$group_2', '$group_3', '$group_4'],
  ],
  prefixes: ['$session_entry_'],
};

/** Properties of events that SDKs send by themselves. */
export const CORE_PROPERTIES: PropertyNames = {
  names: [
    ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term', 'gclid', 'gclsrc'],
    ...['gad_source', 'dclid', 'gbraid', 'wbraid', 'fbclid', 'msclkid', 'twclid', 'li_fat_id'],
    ...['mc_cid', 'igshid', 'ttclid', 'rdt_cid', 'epik', 'qclid', 'sccid', 'irclid', '_kx'],
    ...['distinct_id', 'event_count', 'token'],
  ],
  prefixes: ['$'],
};
