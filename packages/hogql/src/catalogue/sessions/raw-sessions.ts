import { UNKNOWN } from '../../types/value-type';
import type { Fields, TableDefinition } from '../definitions/table-definition';
import { field } from '../definitions/fields';

const STATES = `
  distinct_id person_id entry_url end_url last_external_click_url entry_referring_domain entry_utm_source
  entry_utm_campaign entry_utm_medium entry_utm_term entry_utm_content entry_gclid entry_gad_source entry_fbclid
  entry_ad_ids entry_channel_type_properties pageview_uniq autocapture_uniq screen_uniq
  page_screen_autocapture_uniq_up_to
`
  .trim()
  .split(/\s+/);

/** Aggregate states: only the `-Merge` aggregations can read them. */
const states: Fields = Object.fromEntries(
  STATES.map((name) => [name, { kind: 'column', column: name, type: UNKNOWN, hidden: true }]),
);

/** The rows as they are stored: several per session, which queries must merge. */
export const rawSessions: TableDefinition = {
  name: 'raw_sessions',
  physical: 'raw_sessions',
  fields: {
    team_id: field('team_id', 'Integer', true),
    session_id_v7: field('session_id_v7', 'UUID'),
    session_timestamp: field('session_timestamp', 'DateTime'),
    min_timestamp: field('min_timestamp', 'DateTime'),
    max_timestamp: field('max_timestamp', 'DateTime'),
    max_inserted_at: field('max_inserted_at', 'DateTime'),
    urls: field('urls', 'Array'),
    ...states,
  },
  latest: null,
};
