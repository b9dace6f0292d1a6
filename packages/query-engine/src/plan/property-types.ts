import type {
  ActionDefinition,
  CompileContext,
  PropertyOwner,
  PropertyType,
  Statement,
} from '@tidemark/hogql';
import { referencedNames } from '@tidemark/hogql';
import { isDefinable } from './definable-name';

/** The declared type of a property; undefined means text without a declared type. */
export type PropertyTypes = NonNullable<CompileContext['propertyTypes']>;

/** Looks up the types of the project's properties with these names, of events, persons and groups. */
export type PropertyTypeLookup = (
  projectId: number,
  names: readonly string[],
) => Promise<readonly DeclaredProperty[]>;

export interface DeclaredProperty {
  readonly owner: PropertyOwner;
  readonly name: string;
  readonly type: PropertyType;
}

export interface PropertyReading {
  readonly statement: Statement;
  /** The values of placeholders; a value may be the key of a property. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly actions: CompileContext['actions'];
}

/** Names of the properties that a statement, or an action in it, can read, possibly with other names. */
export function propertyNames({ statement, values, actions }: PropertyReading): readonly string[] {
  const names = [
    ...referencedNames(statement),
    ...Object.values(values).filter((value) => typeof value === 'string'),
    ...[...actions.values()].flatMap(keysOf),
  ].filter(isDefinable);
  return [...new Set(names)];
}

/** Types of the properties of these names. */
export async function loadPropertyTypes(
  find: PropertyTypeLookup,
  projectId: number,
  names: readonly string[],
): Promise<PropertyTypes> {
  if (names.length === 0) return () => undefined;
  const types = new Map<string, PropertyType>();
  for (const { owner, name, type } of await find(projectId, names)) {
    types.set(`${owner} ${name}`, type);
  }
  return (owner, key) => types.get(`${owner} ${key}`);
}

function keysOf(action: ActionDefinition | 'ambiguous'): string[] {
  if (action === 'ambiguous') return [];
  const filters = action.steps.flatMap((step) => step.properties ?? []);
  const keys = filters.map(({ key }) => key).filter((key) => typeof key === 'string');
  return [...keys, '$current_url', '$screen_name'];
}
