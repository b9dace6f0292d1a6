/** The options in the query of a flag request (`docs/wire/flags.md#query-parameters`). */
export interface FlagsQuery {
  readonly endpoint: 'decide' | 'flags';
  /** Response version. */
  readonly version: number;
  /** Whether to add the configuration fields. */
  readonly config: boolean;
  readonly onlySurveyFlags: boolean;
}

/**
 * Reads the options. An unreadable version is read as 1. The flags endpoint without a version returns version 2 with
 * configuration; decide adds configuration unless the request turns it off.
 */
export function readFlagsQuery(
  endpoint: FlagsQuery['endpoint'],
  query: URLSearchParams,
): FlagsQuery {
  const version = given(query, 'v') ?? given(query, 'version');
  const config = given(query, 'config');
  const asksNothing = version === null && config === null;
  return {
    endpoint,
    version: endpoint === 'flags' && asksNothing ? 2 : readVersion(version),
    config: config === null ? endpoint === 'decide' || asksNothing : isTrue(config),
    onlySurveyFlags: isTrue(query.get('only_evaluate_survey_feature_flags')),
  };
}

/** The parameter's text; null when absent or empty. */
function given(query: URLSearchParams, name: string): string | null {
  const value = query.get(name);
  return value === '' ? null : value;
}

function readVersion(text: string | null): number {
  return text !== null && /^[+-]?\d{1,9}$/.test(text) ? Number(text) : 1;
}

function isTrue(text: string | null): boolean {
  return text === '1' || text?.toLowerCase() === 'true';
}
