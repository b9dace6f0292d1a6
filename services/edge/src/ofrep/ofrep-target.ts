/** A path of the OpenFeature Remote Evaluation Protocol taken apart. */
export interface OfrepTarget {
  /** Null: all flags. */
  readonly flagKey: string | null;
}

const BULK = '/ofrep/v1/evaluate/flags';

/** @param path without its trailing slash; null for any other path */
export function parseOfrepPath(path: string): OfrepTarget | null {
  if (path === BULK) return { flagKey: null };
  if (!path.startsWith(`${BULK}/`)) return null;
  const encoded = path.slice(BULK.length + 1);
  try {
    return { flagKey: decodeURIComponent(encoded) };
  } catch {
    // No key that can be stored looks like this; it will be reported as an unknown one.
    return { flagKey: encoded };
  }
}
