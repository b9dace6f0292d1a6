import { compareIdentifiers, compareParts } from './identifiers';

/** A version by the rules of Semantic Versioning 2.0.0, with the leniency of `parseVersion`. */
export interface Version {
  /** Major, minor, patch: decimal digits without leading zeros. */
  readonly core: readonly [string, string, string];
  readonly preRelease: readonly string[];
  readonly build: readonly string[];
}

const VERSION = /^([^-+]*)(?:-([0-9A-Za-z.-]+))?(?:\+([0-9A-Za-z.-]+))?$/;
const DIGITS = /^\d+$/;
const MAX_COMPONENT = '18446744073709551615';

/** Drops one leading `v`, then surrounding spaces. */
export function bareVersion(text: string): string {
  return text.replace(/^v/, '').trim();
}

/**
 * Reads a version leniently where mobile apps are lenient: a missing minor or patch is 0 and leading
 * zeros are dropped (`3.08` is 3.8.0). Null for anything else, such as four parts.
 */
export function parseVersion(text: string): Version | null {
  const match = VERSION.exec(bareVersion(text));
  if (match === null) return null;
  const [major, minor = '0', patch = '0', ...more] = (match[1] ?? '').split('.').map(component);
  const preRelease = split(match[2]);
  const build = split(match[3]);
  if (major === undefined || major === null || minor === null || patch === null) return null;
  if (more.length > 0) return null;
  if (!build.every((part) => part !== '') || !preRelease.every(isPreReleasePart)) return null;
  return { core: [major, minor, patch], preRelease, build };
}

/** A numeric component without leading zeros; null when not digits or too large for 64 bits. */
export function component(text: string): string | null {
  if (!DIGITS.test(text)) return null;
  const digits = text.replace(/^0+(?=\d)/, '');
  return compareIdentifiers(digits, MAX_COMPONENT) > 0 ? null : digits;
}

function split(parts: string | undefined): string[] {
  return parts === undefined ? [] : parts.split('.');
}

/** Numeric pre-release parts have no leading zeros. */
function isPreReleasePart(part: string): boolean {
  return part !== '' && !/^0\d+$/.test(part);
}

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
