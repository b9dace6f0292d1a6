import type { JsonObject } from '../json';
import { isObject } from '../json';
import { pick } from './definition-kinds';
import type { IdLookup } from './references';
import { References } from './references';

/** What a project is set to, as far as it says how its data is shown and collected. Name and keys are its own. */
const SETTINGS = [
  ...['timezone', 'week_start_day', 'path_cleaning_filters', 'human_friendly_comparison_periods'],
  ...['person_display_name_properties', 'anonymize_ips', 'session_recording_opt_in'],
  ...['capture_console_log_opt_in', 'autocapture_opt_out', 'autocapture_exceptions_opt_in'],
  ...['autocapture_web_vitals_opt_in', 'autocapture_web_vitals_allowed_metrics'],
  ...['capture_performance_opt_in', 'capture_dead_clicks', 'heatmaps_opt_in'],
  ...['flags_persistence_default', 'session_recording_sample_rate', 'recording_domains'],
  ...['session_recording_minimum_duration_milliseconds', 'survey_config'],
  ...['session_recording_network_payload_capture_config', 'session_recording_masking_config'],
] as const;

/** The change that gives a project the settings of the source, and what refers to something that did not come. */
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
    problems.push(`${name}: it refers to what did not come`);
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
