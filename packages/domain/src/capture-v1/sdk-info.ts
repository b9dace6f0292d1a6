import type { JsonObject } from '../json/json-object';

/** A longer header is ignored, because its text would be copied into every event of a batch. */
const MAX_LENGTH = 200;

/**
 * `$lib` and `$lib_version` from the PostHog-Sdk-Info header (`name/version`), split at the last slash.
 * @returns no properties if the header has another format
 */
export function libraryProperties(sdkInfo: string): JsonObject {
  const slash = sdkInfo.lastIndexOf('/');
  if (slash === -1 || sdkInfo.length > MAX_LENGTH) return {};
  const library = sdkInfo.slice(0, slash).trim();
  const version = sdkInfo.slice(slash + 1).trim();
  return library === '' || version === '' ? {} : { $lib: library, $lib_version: version };
}
