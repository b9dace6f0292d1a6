import type { JsonObject } from '../json';
import { isJsonObject } from '../json';

/** Sets of person filters: one set must match, with all of its filters. */
type Alternatives = readonly (readonly JsonObject[])[];

/**
 * Rewrites filters for SDKs without support for cohorts: a condition that only requires a cohort of plain person
 * filters becomes conditions with these filters (`docs/wire/flags-management.md#local-evaluation-cohorts`). Other
 * conditions stay as they are stored, and the SDK requests the result from the server: more than one cohort, a cohort
 * beside other filters, exclusion, negation, cohorts within cohorts, and alternatives inside a conjunction.
 *
 * @param cohorts filter trees by id text, as in the document
 */
export function withoutCohorts(
  filters: JsonObject,
  cohorts: Readonly<Record<string, unknown>>,
): JsonObject {
  const { groups } = filters;
  if (!Array.isArray(groups)) return filters;
  const conditions: readonly unknown[] = groups;
  const asked = new Set(conditions.flatMap(cohortFilters).map(({ value }) => String(value)));
  const [id] = asked;
  const alternatives = asked.size === 1 ? alternativesOf(cohorts[id ?? '']) : null;
  if (alternatives === null || !conditions.every(isExpandable)) return filters;
  return {
    ...filters,
    groups: conditions.flatMap((condition) =>
      isJsonObject(condition) && cohortFilters(condition).length > 0
        ? alternatives.map((properties) => ({ ...condition, properties }))
        : [condition],
    ),
  };
}

/** Whether a condition has no cohort filter, or only one, which requires membership. */
function isExpandable(condition: unknown): boolean {
  if (!isJsonObject(condition)) return false;
  const [filter] = cohortFilters(condition);
  // Conditions with a variant of their own are evaluated before the others, so their number must not change.
  if ((condition['variant'] ?? '') !== '') return false;
  if (filter === undefined) return true;
  const isMembership = (filter['operator'] ?? 'in') === 'in' && filter['negation'] !== true;
  const aboutPersons = (condition['aggregation_group_type_index'] ?? null) === null;
  return isMembership && aboutPersons && propertiesOf(condition).length === 1;
}

function cohortFilters(condition: unknown): JsonObject[] {
  return propertiesOf(condition).filter(({ type }) => type === 'cohort');
}

function propertiesOf(condition: unknown): JsonObject[] {
  const properties = isJsonObject(condition) ? condition['properties'] : undefined;
  return Array.isArray(properties) ? properties.filter(isJsonObject) : [];
}

/** A cohort's tree as an OR of ANDs; null when it is something else, or empty. */
function alternativesOf(tree: unknown): Alternatives | null {
  const node = withoutNesting(tree);
  if (!isJsonObject(node)) return null;
  if (isLeaf(node)) return isPlain(node) ? [[node]] : null;
  const children = childrenOf(node).map(withoutNesting);
  if (children.length === 0) return null;
  if (children.every(isPlain)) {
    const leaves = children.filter(isJsonObject);
    return node['type'] === 'OR' ? leaves.map((leaf) => [leaf]) : [leaves];
  }
  if (node['type'] !== 'OR') return null;
  const sets = children.map((child) => {
    if (isPlain(child)) return isJsonObject(child) ? [child] : null;
    const isConjunction = isJsonObject(child) && child['type'] !== 'OR';
    const leaves = isConjunction ? childrenOf(child) : [];
    return leaves.length > 0 && leaves.every(isPlain) ? leaves.filter(isJsonObject) : null;
  });
  return sets.every((set) => set !== null) ? sets : null;
}

/** Replaces groups that have a single child by that child. */
function withoutNesting(node: unknown): unknown {
  let current = node;
  for (let only = childrenOf(current); only.length === 1; only = childrenOf(current)) {
    current = only[0];
  }
  return current;
}

function childrenOf(node: unknown): readonly unknown[] {
  const values = isJsonObject(node) ? node['values'] : undefined;
  return Array.isArray(values) ? values : [];
}

function isLeaf(node: JsonObject): boolean {
  return !('values' in node);
}

/** A filter on a person's property that an SDK can evaluate. */
function isPlain(node: unknown): boolean {
  return (
    isJsonObject(node) && isLeaf(node) && node['type'] === 'person' && node['negation'] !== true
  );
}
