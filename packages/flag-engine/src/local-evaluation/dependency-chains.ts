import type { CompiledFlags } from '../compiled/flag';

/** Returns the keys of the flags to evaluate, in order, before a filter on a flag; the last one is the flag itself. */
export type DependencyChains = (flagId: number) => readonly string[];

/** The chain of a flag that is missing, or that depends on a missing flag or on itself. */
const NONE: readonly string[] = [];

/** Returns the chains of dependencies (`docs/wire/flags-management.md#dependency-chain`), each computed once. */
export function dependencyChains({ planned, byId }: CompiledFlags): DependencyChains {
  const known = new Map<number, readonly string[]>();
  const complete = new Map(planned.map(({ flag, dependencies }) => [flag.id, dependencies]));

  const chainOf = (flagId: number): readonly string[] => {
    const needed = new Set([flagId]);
    // The loop also visits the elements that are added to the set during it.
    for (const id of needed) {
      if (complete.get(id) !== 'complete') return NONE;
      for (const dependency of byId.get(id)?.dependsOn ?? []) needed.add(dependency);
    }
    return planned.filter(({ flag }) => needed.has(flag.id)).map(({ flag }) => flag.key);
  };

  return (flagId) => {
    const chain = known.get(flagId) ?? chainOf(flagId);
    known.set(flagId, chain);
    return chain;
  };
}
