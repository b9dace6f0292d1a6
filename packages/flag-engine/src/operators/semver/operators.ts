import { NEVER_MATCHES, positive, type MatcherFactory, type PropertyMatcher } from '../matcher';
import { textOf } from '../text';
import { caret, tilde, wildcard, type Requirement } from './requirement';
import { compareVersions, parseVersion } from './version';

/** Version operators, by name. A side that is not a version is a miss, for `semver_neq` too. */
export const SEMVER_OPERATORS: Readonly<Record<string, MatcherFactory>> = {
  semver_gt: (filter) => ordered(filter, (order) => order > 0),
  semver_gte: (filter) => ordered(filter, (order) => order >= 0),
  semver_lt: (filter) => ordered(filter, (order) => order < 0),
  semver_lte: (filter) => ordered(filter, (order) => order <= 0),
  semver_eq: (filter) => ordered(filter, (order) => order === 0),
  semver_neq: (filter) => ordered(filter, (order) => order !== 0),
  semver_tilde: (filter) => satisfying(tilde(textOf(filter))),
  semver_caret: (filter) => satisfying(caret(textOf(filter))),
  semver_wildcard: (filter) => satisfying(wildcard(textOf(filter))),
};

function ordered(filter: unknown, holds: (order: number) => boolean): PropertyMatcher {
  const bound = parseVersion(textOf(filter));
  if (bound === null) return NEVER_MATCHES;
  return satisfying((version) => holds(compareVersions(version, bound)));
}

function satisfying(requirement: Requirement | null): PropertyMatcher {
  if (requirement === null) return NEVER_MATCHES;
  return positive((property) => {
    const version = parseVersion(textOf(property));
    return version !== null && requirement(version);
  });
}
