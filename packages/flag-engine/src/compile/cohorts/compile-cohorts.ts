import type { CohortDirectory, CompiledCohort } from '../../compiled/cohort';
import type { CohortDefinition } from '../../definitions/definition';
import { MalformedFlag } from '../../definitions/read-fields';
import type { FailureCode } from '../../reasons/failure';
import { asksForStored, readTree, treeOf } from './read-tree';

/** The greatest depth of cohorts that refer to cohorts; longer chains count as cycles. */
const MAX_CHAIN = 100;

/**
 * Returns a directory that compiles a cohort when it is first requested; do this once per version of the definitions.
 * A cohort that is unknown, malformed, part of a cycle or never calculated is in it too, as a failing one.
 */
export function compileCohorts(definitions: readonly CohortDefinition[]): CohortDirectory {
  const byId = new Map(definitions.map((definition) => [definition.id, definition]));
  const compiled = new Map<number, CompiledCohort>();
  const open = new Set<number>();

  const compile = (id: number): CompiledCohort => {
    const known = compiled.get(id);
    if (known !== undefined) return known;
    const definition = byId.get(id);
    if (definition === undefined) return failing('dependency_not_found_cohort');
    if (open.has(id) || open.size >= MAX_CHAIN) return failing('dependency_cycle_cohort');
    open.add(id);
    const cohort = compileOne(definition, compile);
    open.delete(id);
    compiled.set(id, cohort);
    return cohort;
  };
  return compile;
}

function compileOne(definition: CohortDefinition, cohorts: CohortDirectory): CompiledCohort {
  const { id } = definition;
  try {
    if (isStored(definition)) {
      return definition.has_membership
        ? { kind: 'stored', id }
        : failing('dependency_not_found_cohort');
    }
    const tree = treeOf(definition.filters);
    if (tree === null) return failing('cohort_filters_parsing_error');
    return { kind: 'tree', id, root: readTree(tree, cohorts) };
  } catch (error) {
    if (!(error instanceof MalformedFlag)) throw error;
    return failing('cohort_filters_parsing_error');
  }
}

/**
 * Whether membership of the cohort is read from the store instead of decided by the person's properties.
 *
 * @throws MalformedFlag when the filters do not have the documented shape
 */
export function isStored(
  definition: Pick<CohortDefinition, 'is_static' | 'query' | 'filters'>,
): boolean {
  if (definition.is_static || (definition.query ?? null) !== null) return true;
  const tree = treeOf(definition.filters);
  return tree !== null && asksForStored(tree);
}

export function failing(code: FailureCode): CompiledCohort {
  return { kind: 'failing', code };
}
