import type { CompiledFlags } from '../compiled/flag';

/** The keys to evaluate, in order, before a filter about a flag can be evaluated; the flag's is last. */
export type DependencyChains = (flagId: number) => readonly string[];

/** Nothing to evaluate: the flag is missing, or depends on a missing one or on itself. */
const NONE: readonly string[] = [];

/** Chains of dependencies (`docs/wire/flags-management.md#dependency-chain`), each worked out once. */
export function dependencyChains({ planned, byId }: CompiledFlags): DependencyChains {
  const known = new Map<number, readonly string[]>();
  const complete = new Map(planned.map(({ flag, dependencies }) => [flag.id, dependencies]));

  const chainOf = (flagId: number): readonly string[] => {
    const needed = new Set([flagId]);
    // A set visits what is added while it is walked.
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
