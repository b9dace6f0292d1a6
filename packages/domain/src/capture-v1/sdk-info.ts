import type { JsonObject } from '../json/json-object';

/** A longer header is not copied into every event of a batch. */
const MAX_LENGTH = 200;

/**
 * `$lib` and `$lib_version` from `name/version` of the PostHog-Sdk-Info header, split at the last slash.
 *
 * @returns no properties when the header is not of that form.
 */
export function libraryProperties(sdkInfo: string): JsonObject {
  const slash = sdkInfo.lastIndexOf('/');
  if (slash === -1 || sdkInfo.length > MAX_LENGTH) return {};
  const library = sdkInfo.slice(0, slash).trim();
  const version = sdkInfo.slice(slash + 1).trim();
  return library === '' || version === '' ? {} : { $lib: library, $lib_version: version };
}
