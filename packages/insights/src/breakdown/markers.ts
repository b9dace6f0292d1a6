/**
 * The breakdown value of rows without a value: missing, null and empty text
 * (`docs/wire/insights-trends.md#breakdown-missing`).
 */
export const NULL_BREAKDOWN = '$$_posthog_breakdown_null_$$';

/** The breakdown value of all values beyond the limit. */
export const OTHER_BREAKDOWN = '$$_posthog_breakdown_other_$$';

/** The number of values that are shown if the query does not set it. */
export const DEFAULT_BREAKDOWN_LIMIT = 25;

/** The breakdown value of all bins of a histogram (`docs/wire/insights-trends.md#breakdown-histogram-all`). */
export const ANY_BIN = '["",""]';

/** The breakdown value of all values together, in requests for actors of a funnel. */
export const BASELINE = '$$_posthog_breakdown_baseline_$$';
