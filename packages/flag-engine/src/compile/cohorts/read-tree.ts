import type { CohortDirectory, CohortNode } from '../../compiled/cohort';
import { MalformedFlag, readBoolean, readObjects, readText } from '../../definitions/read-fields';
import { isJsonObject, ownValue, type JsonObject } from '../../json';
import { matcherFor } from '../../operators/catalogue';

/** The greatest depth of nested groups; no client writes more than a few levels. */
const MAX_DEPTH = 40;

/** Types of leaves that need a stored membership: events and columns of the person. */
const STORED_LEAVES: ReadonlySet<string> = new Set(['behavioral', 'person_metadata']);

/** The filter tree of a cohort; null when it has none. */
export function treeOf(filters: unknown): JsonObject | null {
  const tree = isJsonObject(filters) ? ownValue(filters, 'properties') : null;
  return isJsonObject(tree) ? tree : null;
}

/** Whether the tree needs a stored membership. */
export function asksForStored(tree: JsonObject, depth = 0): boolean {
  if (depth > MAX_DEPTH) throw new MalformedFlag('a cohort nests too deep');
  if (ownValue(tree, 'values') === undefined)
    return STORED_LEAVES.has(readText(tree, 'type') ?? '');
  return readObjects(tree, 'values').some((node) => asksForStored(node, depth + 1));
}

/** Ids of the cohorts the tree refers to. */
export function referencesOf(tree: JsonObject, depth = 0): readonly number[] {
  if (depth > MAX_DEPTH) throw new MalformedFlag('a cohort nests too deep');
  if (ownValue(tree, 'values') !== undefined) {
    return readObjects(tree, 'values').flatMap((node) => referencesOf(node, depth + 1));
  }
  return readText(tree, 'type') === 'cohort' ? [cohortId(ownValue(tree, 'value'))] : [];
}

/**
 * Reads a filter tree (`docs/wire/flags-evaluation.md#cohort-tree`): AND/OR groups of person filters and references
 * to other cohorts. As in PostHog, `negation` of a cohort inside an OR is ignored.
 *
 * @throws MalformedFlag when it does not have the documented shape
 */
export function readTree(tree: JsonObject, cohorts: CohortDirectory): CohortNode {
  return readGroup(tree, cohorts, 0);
}

function readGroup(stored: JsonObject, cohorts: CohortDirectory, depth: number): CohortNode {
  if (depth > MAX_DEPTH) throw new MalformedFlag('a cohort nests too deep');
  const type = readText(stored, 'type');
  const all = type === 'AND' || type === 'property';
  if (!all && type !== 'OR') throw new MalformedFlag('a cohort has a group of unknown type');
  const nodes = readObjects(stored, 'values').map((node) =>
    ownValue(node, 'values') === undefined
      ? readLeaf(node, all, cohorts)
      : readGroup(node, cohorts, depth + 1),
  );
  return { kind: 'group', all, nodes };
}

function readLeaf(stored: JsonObject, insideAnd: boolean, cohorts: CohortDirectory): CohortNode {
  const negated = readBoolean(stored, 'negation') === true;
  const operator = readText(stored, 'operator');
  switch (readText(stored, 'type') ?? 'person') {
    case 'person': {
      const matcher = matcherFor(operator, ownValue(stored, 'value'));
      if (matcher === null) throw new MalformedFlag('a cohort has an unknown operator');
      return { kind: 'person', key: readKey(stored), matcher, negated };
    }
    case 'cohort': {
      const cohort = cohorts(cohortId(ownValue(stored, 'value')));
      const outside = (insideAnd && negated) !== (operator === 'not_in');
      return { kind: 'cohort', cohort, negated: outside };
    }
    default:
      throw new MalformedFlag('a cohort has a filter of unknown type');
  }
}

function readKey(stored: JsonObject): string {
  const key = ownValue(stored, 'key');
  if (typeof key === 'string') return key;
  if (typeof key === 'number') return String(key);
  throw new MalformedFlag('a filter of a cohort has no key');
}

/**
 * The id that a cohort filter names: a whole number, as a number or as text.
 *
 * @throws MalformedFlag for anything else
 */
export function cohortId(value: unknown): number {
  const id = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof id === 'number' && Number.isSafeInteger(id)) return id;
  throw new MalformedFlag('a cohort filter names no cohort');
}
