import type { CompiledFlag, CompiledFlags } from '../compiled/flag';
import type { EvaluationContext, RequestFacts } from '../subject/context';
import { needsStoredPerson } from './required-data';

/**
 * Whether a flag reads nothing but its definition, the cohorts it names and the request: no store, no clock, no other
 * flag. Its result is then the same in every evaluation of this request without hash keys (`hasNoHashKeys`).
 */
export function isDecidedByRequest(
  { needs, dependsOn }: CompiledFlag,
  request: RequestFacts,
): boolean {
  return (
    dependsOn.length === 0 &&
    !needs.clock &&
    !needs.groupTypes &&
    !needs.hashKeyOverride &&
    needs.cohorts.size === 0 &&
    needs.geoipKeys.length === 0 &&
    !needsStoredPerson(needs, request)
  );
}

/** Whether no stored hash key can have changed a result: not even that of a flag that does not ask for them. */
export function hasNoHashKeys({
  hashKeyOverrides,
}: Pick<EvaluationContext, 'hashKeyOverrides'>): boolean {
  return Object.keys(hashKeyOverrides ?? {}).length === 0;
}

/** Some of the flags with those they depend on. Evaluated alone, they have the results that they have among all. */
export function narrowFlags(
  flags: CompiledFlags,
  isWanted: (flag: CompiledFlag) => boolean,
): CompiledFlags {
  const wanted = new Set<number>();
  // In reverse order, because a dependent flag comes after its dependency.
  for (const { flag } of flags.planned.toReversed()) {
    if (!wanted.has(flag.id) && !isWanted(flag)) continue;
    wanted.add(flag.id);
    for (const id of flag.dependsOn) wanted.add(id);
  }
  return { ...flags, planned: flags.planned.filter(({ flag }) => wanted.has(flag.id)) };
}
