/**
 * Stands for rows without a value: missing, null and empty text (`docs/wire/insights-trends.md#breakdown-missing`).
 */
export const NULL_BREAKDOWN = '$$_posthog_breakdown_null_$$';

/** Stands for all values beyond the limit. */
export const OTHER_BREAKDOWN = '$$_posthog_breakdown_other_$$';

/** How many values are shown unless the query says otherwise. */
export const DEFAULT_BREAKDOWN_LIMIT = 25;

/** Stands for every bin of a histogram (`docs/wire/insights-trends.md#breakdown-histogram-all`). */
export const ANY_BIN = '["",""]';

/** Stands for all values together, where a funnel's actors are asked for by one. */
export const BASELINE = '$$_posthog_breakdown_baseline_$$';
