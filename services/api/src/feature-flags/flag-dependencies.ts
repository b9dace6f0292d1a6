import { validationError } from '@tidemark/platform';
import type { FeatureFlag } from '@tidemark/postgres';
import { flagReferences } from './flag-references';

export type Dependent = Pick<FeatureFlag, 'id' | 'key' | 'name' | 'active' | 'filters'>;

/** Active flags whose conditions depend on a flag, by key. */
export function dependentsOf(id: number, live: readonly Dependent[]): readonly Dependent[] {
  return live
    .filter((flag) => flag.active && flag.id !== id)
    .filter((flag) => flagReferences(flag.filters).has(String(id)))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

/**
 * Conditions may name live flags of the project, disabled ones too, which are false; no chain of them may
 * lead back (`docs/wire/flags-evaluation.md#dependency-writes`).
 *
 * @param flag whose filters they are; without an id it is new
 * @throws ApiError 400
 */
export function checkDependencies(
  flag: { readonly id: number | null; readonly key: string },
  filters: unknown,
  live: readonly Dependent[],
): void {
  const byId = new Map(live.map((other) => [other.id, other]));
  const direct = [...flagReferences(filters)].map((reference) => referenced(reference, byId));
  if (direct.some(({ id }) => id === flag.id)) {
    throw rejected(`Feature flag '${flag.key}' cannot depend on itself`);
  }
  for (const dependency of direct) {
    const cycle = pathTo(flag.id, dependency, byId, new Set());
    if (cycle === null) continue;
    const path = [flag.key, ...cycle.map(({ key }) => key), flag.key].join(' → ');
    throw rejected(`Circular dependency detected: ${path}`);
  }
}

function referenced(reference: string, byId: ReadonlyMap<number, Dependent>): Dependent {
  if (!/^\d{1,10}$/.test(reference)) {
    throw rejected(
      `Flag dependencies must reference flag IDs (integers), not flag keys. Invalid reference: '${reference.slice(0, 100)}'`,
    );
  }
  const flag = byId.get(Number(reference));
  if (flag === undefined) {
    throw rejected(`Flag dependency references non-existent flag with ID ${reference}`);
  }
  return flag;
}

/** The chain of flags that starts at `from` and whose last flag depends on `target`; null if there is none. */
function pathTo(
  target: number | null,
  from: Dependent,
  byId: ReadonlyMap<number, Dependent>,
  seen: Set<number>,
): readonly Dependent[] | null {
  if (target === null || seen.has(from.id)) return null;
  seen.add(from.id);
  for (const reference of flagReferences(from.filters)) {
    if (Number(reference) === target) return [from];
    const next = byId.get(Number(reference));
    const rest = next === undefined ? null : pathTo(target, next, byId, seen);
    if (rest !== null) return [from, ...rest];
  }
  return null;
}

/**
 * A flag that others depend on cannot be deleted or disabled; a flag that depends on others cannot be enabled before
 * them.
 *
 * @throws ApiError 400
 */
export function checkStateChange(
  current: Dependent,
  change: { readonly active?: boolean | undefined; readonly deleted?: boolean | undefined },
  live: readonly Dependent[],
): void {
  const isDisabled = change.active === false && current.active;
  if (change.deleted === true || isDisabled) {
    const dependents = dependentsOf(current.id, live);
    const verb = change.deleted === true ? 'delete' : 'disable';
    if (dependents.length > 0) {
      throw validationError(
        'invalid_input',
        `Cannot ${verb} this feature flag because other flags depend on it: ${named(dependents, 5)}. Please update or ${verb} the dependent flags first.`,
      );
    }
  }
  if (change.active === true && !current.active) {
    const references = flagReferences(current.filters);
    const disabled = live.filter(({ id, active }) => !active && references.has(String(id)));
    if (disabled.length > 0) {
      throw validationError(
        'invalid_input',
        `Cannot enable this feature flag because it depends on disabled flags: ${named(disabled, 5)}. Please enable the dependency flags first.`,
      );
    }
  }
}

/** `key (ID: 1), …, and 2 more` */
export function named(flags: readonly Dependent[], most: number): string {
  const names = flags.slice(0, most).map(({ id, key }) => `${key} (ID: ${id})`);
  return [...names, ...(flags.length > most ? [`and ${flags.length - most} more`] : [])].join(', ');
}

function rejected(detail: string) {
  return validationError('invalid_input', detail, 'filters');
}
