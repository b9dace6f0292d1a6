import { compareParts } from './identifiers';
import type { Version } from './version';

/**
 * Total order of versions: the numbers, then pre-release (a release comes after its pre-releases),
 * then build metadata, so that versions differing in build metadata alone are not equal.
 */
export function compareVersions(a: Version, b: Version): number {
  return compareParts(a.core, b.core) || comparePreRelease(a, b) || compareParts(a.build, b.build);
}

/** Order by pre-release parts; having none comes last. */
export function comparePreRelease(a: Version, b: Version): number {
  if (a.preRelease.length === 0 || b.preRelease.length === 0) {
    return Number(a.preRelease.length === 0) - Number(b.preRelease.length === 0);
  }
  return compareParts(a.preRelease, b.preRelease);
}
