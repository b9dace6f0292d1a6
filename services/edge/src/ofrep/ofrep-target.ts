/** A parsed path of the OpenFeature Remote Evaluation Protocol. */
export interface OfrepTarget {
  /** Null: all flags. */
  readonly flagKey: string | null;
}

const BULK = '/ofrep/v1/evaluate/flags';

/** @param path without its trailing slash. @returns null for any other path */
export function parseOfrepPath(path: string): OfrepTarget | null {
  if (path === BULK) return { flagKey: null };
  if (!path.startsWith(`${BULK}/`)) return null;
  const encoded = path.slice(BULK.length + 1);
  try {
    return { flagKey: decodeURIComponent(encoded) };
  } catch {
    // The encoding is invalid. No stored flag has such a key, so the flag is reported as not found.
    return { flagKey: encoded };
  }
}
