import type { CompiledFlag, CompiledFlags } from '../compiled/flag';
import type { EvaluationContext, RequestFacts } from '../subject/context';
import { needsStoredPerson } from './required-data';

/**
 * Whether the result of a flag depends only on its definition, its cohorts and the request, and not on a store, the
 * clock or another flag. Its result is then the same in every evaluation of this request without hash keys (`hasNoHashKeys`).
 */
export function isDecidedByRequest(
  { needs, dependsOn, continuity }: CompiledFlag,
  request: RequestFacts,
): boolean {
  return (
    dependsOn.length === 0 &&
    !needs.clock &&
    !needs.groupTypes &&
    !continuity &&
    needs.cohorts.size === 0 &&
    needs.geoipKeys.length === 0 &&
    !needsStoredPerson(needs, request)
  );
}

/** Whether the context contains no stored hash keys. A hash key can change the result of every flag. */
export function hasNoHashKeys({
  hashKeyOverrides,
}: Pick<EvaluationContext, 'hashKeyOverrides'>): boolean {
  return Object.keys(hashKeyOverrides ?? {}).length === 0;
}

/** Selects flags and the flags that they depend on. Their results are the same as in an evaluation of all flags. */
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
