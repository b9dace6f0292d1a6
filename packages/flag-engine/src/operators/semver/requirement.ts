import { compareParts } from './identifiers';
import { bareVersion, comparePreRelease, component, parseVersion, type Version } from './version';

/** Whether a version satisfies the requirement. */
export type Requirement = (version: Version) => boolean;

/** `~1.2.3`: the same major and minor, at least this version. Null when the text is not a version. */
export function tilde(text: string): Requirement | null {
  const floor = parseVersion(text);
  return floor && ((version) => sharesCore(version, floor, 2) && isFrom(version, floor));
}

/**
 * `^1.2.3`: at least this version, with the same leftmost number that is not zero (`^0.2.3` keeps 0.2, `^0.0.3` keeps
 * 0.0.3). Null when the text is not a version.
 */
export function caret(text: string): Requirement | null {
  const floor = parseVersion(text);
  if (floor === null) return null;
  const leading = floor.core.findIndex((part) => part !== '0');
  const kept = leading === -1 ? 3 : leading + 1;
  return (version) => sharesCore(version, floor, kept) && isFrom(version, floor);
}

/**
 * `1.*`, `1.2.*`, `1.*.*` or `*`: the numbers before the star. A text without a star is a caret
 * requirement of as many numbers as it has. No pre-release satisfies a starred text. Null when the
 * text is neither.
 */
export function wildcard(text: string): Requirement | null {
  const parts = bareVersion(text).split('.');
  const firstStar = parts.findIndex(isStar);
  if (firstStar === -1) return partialCaret(text, parts.length);
  const fixed = parts.slice(0, firstStar).map(component);
  const loneStar = firstStar > 0 || parts.length === 1;
  if (!loneStar || parts.length > 3 || !parts.slice(firstStar).every(isStar)) return null;
  if (!fixed.every((part) => part !== null)) return null;
  return (version) =>
    version.preRelease.length === 0 && fixed.every((part, index) => version.core[index] === part);
}

function partialCaret(text: string, parts: number): Requirement | null {
  const requirement = caret(text);
  const floor = parseVersion(text);
  if (requirement === null || floor === null || parts >= 3) return requirement;
  const leading = floor.core.findIndex((part) => part !== '0');
  const kept = leading === -1 || leading >= parts ? parts : leading + 1;
  return (version) => sharesCore(version, floor, kept) && isFrom(version, floor);
}

function isStar(part: string): boolean {
  return part === '*' || part === 'x' || part === 'X';
}

function sharesCore(version: Version, floor: Version, count: number): boolean {
  return compareParts(version.core.slice(0, count), floor.core.slice(0, count)) === 0;
}

/**
 * Whether the version is at least the floor. A pre-release counts only if the floor is a pre-release with the same
 * numbers: ~1.2.3 does not include 1.2.4-beta.
 */
function isFrom(version: Version, floor: Version): boolean {
  const order = compareParts(version.core, floor.core);
  if (order !== 0) return order > 0 && version.preRelease.length === 0;
  if (version.preRelease.length > 0 && floor.preRelease.length === 0) return false;
  return comparePreRelease(version, floor) >= 0;
}
