import type { JsonObject } from '../json';
import { isObject } from '../json';
import { pick } from './definition-kinds';
import type { IdLookup } from './references';
import { References } from './references';

/** The imported settings of a project: those for the display and capture of data, without name and keys. */
const SETTINGS = [
  ...[
    'app_urls',
    'timezone',
    'week_start_day',
    'path_cleaning_filters',
    'human_friendly_comparison_periods',
  ],
  ...['person_display_name_properties', 'anonymize_ips', 'session_recording_opt_in'],
  ...['capture_console_log_opt_in', 'autocapture_opt_out', 'autocapture_exceptions_opt_in'],
  ...['autocapture_web_vitals_opt_in', 'autocapture_web_vitals_allowed_metrics'],
  ...['capture_performance_opt_in', 'capture_dead_clicks', 'heatmaps_opt_in'],
  ...['flags_persistence_default', 'session_recording_sample_rate', 'recording_domains'],
  ...['session_recording_minimum_duration_milliseconds', 'survey_config', 'surveys_opt_in'],
  ...['session_recording_network_payload_capture_config', 'session_recording_masking_config'],
  ...['session_recording_url_trigger_config', 'session_recording_url_blocklist_config'],
  ...['session_recording_event_trigger_config', 'session_recording_trigger_match_type_config'],
  'session_replay_config',
] as const;

/** Returns the body that sets the settings of the source, and the settings that refer to objects without an import. */
export function projectSettings(
  source: JsonObject,
  lookup: IdLookup,
): { readonly body: JsonObject; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const resolved = (name: string, rewrite: (refs: References) => unknown): JsonObject => {
    const value = source[name];
    if (value === undefined || value === null) return {};
    const refs = new References(lookup);
    const result = rewrite(refs);
    if (refs.missing.length === 0) return { [name]: result };
    problems.push(`${name}: it refers to objects that were not imported`);
    return {};
  };
  const linked = source['session_recording_linked_flag'];
  return {
    body: {
      ...pick(source, SETTINGS),
      ...resolved('test_account_filters', (refs) => refs.rewrite(source['test_account_filters'])),
      ...resolved('session_recording_linked_flag', (refs) =>
        isObject(linked) ? { ...linked, id: refs.id('feature_flag', linked['id']) } : linked,
      ),
    },
    problems,
  };
}
