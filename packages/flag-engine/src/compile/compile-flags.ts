import type { BrokenFlag, CompiledFlag, CompiledFlags } from '../compiled/flag';
import type { CohortDefinition, FlagDefinition } from '../definitions/definition';
import { MalformedFlag } from '../definitions/read-fields';
import { compileCohorts } from './cohorts/compile-cohorts';
import { audienceOf, compileFlag } from './compile-flag';
import { planEvaluation } from './plan';

/**
 * Compiles the flags of a project; do this once per version of the definitions.
 *
 * Inactive and deleted flags are left out (other flags see them as false). A malformed flag is listed in `broken` and
 * has no effect on the others.
 *
 * @param cohorts the project's live cohorts; a flag that names another one fails
 */
export function compileFlags(
  definitions: readonly FlagDefinition[],
  cohorts: readonly CohortDefinition[] = [],
): CompiledFlags {
  const directory = compileCohorts(cohorts);
  const flags: CompiledFlag[] = [];
  const broken: BrokenFlag[] = [];
  const known = new Set<number>();
  for (const definition of definitions) {
    known.add(definition.id);
    if (!definition.active || definition.deleted) continue;
    try {
      flags.push(compileFlag(definition, directory));
    } catch (error) {
      if (!(error instanceof MalformedFlag)) throw error;
      broken.push(brokenFlag(definition, error.message));
    }
  }
  return {
    planned: planEvaluation(flags, known),
    byId: new Map(flags.map((flag) => [flag.id, flag])),
    broken,
    continuityKeys: flags.filter((flag) => flag.continuity).map((flag) => flag.key),
  };
}

function brokenFlag(definition: FlagDefinition, problem: string): BrokenFlag {
  return {
    id: definition.id,
    ...audienceOf(definition),
    version: definition.version ?? 0,
    hasExperiment: definition.has_experiment === true,
    problem,
  };
}
