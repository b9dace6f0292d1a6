import type { ActivityPlace, ActivityScope, FieldChange, NewActivity } from './activity';
import { fieldChanges } from './field-changes';

export interface Identified {
  readonly id: number | string;
}

/** How changes of one type of object are written to the activity log. */
export interface History<T extends Identified> {
  readonly scope: ActivityScope;
  readonly nameOf: (thing: T) => string | null;
  /** The fields whose changes are logged, by their names in the wire format. Must not contain secrets. */
  readonly wireFields: (thing: T) => Readonly<Record<string, unknown>>;
  /** The name of an update; by default `updated`. */
  readonly verbOf?: (before: T, after: T) => string;
}

/** The user who makes a change, and the project or organization of its log entry. */
export type Author = ActivityPlace & {
  /** Null: the operator, with the command line. */
  readonly userId: number | null;
};

/** The author of a change in a project. */
export type ProjectAuthor = Extract<Author, { readonly projectId: number }>;

/** The author of a change in an organization. */
export type OrganizationAuthor = Extract<Author, { readonly organizationId: string }>;

/** Details of a log entry in addition to the fields that differ. */
export interface EntryDetails {
  /** The name of the change, if it does not follow from the two states. */
  readonly activity?: string;
  /** The names of changed fields whose values are secret. */
  readonly secret?: readonly string[];
  readonly changes?: readonly FieldChange[];
  /** True: logs the change even if no field differs. */
  readonly always?: boolean;
}

/**
 * The log entry of a change. `before` is null for a new object, `after` for a deleted one. Returns null if there is
 * nothing to log.
 */
export function historyEntry<T extends Identified>(
  history: History<T>,
  by: Author,
  before: T | null,
  after: T | null,
  { activity, secret = [], changes = [], always = false }: EntryDetails = {},
): NewActivity | null {
  const thing = after ?? before;
  if (thing === null) return null;
  if (before === null) return entry(history, by, thing, activity ?? 'created', changes);
  if (after === null) return entry(history, by, thing, activity ?? 'deleted', changes);
  const recorded = [
    ...differences(history, before, after),
    ...secret.map((field) => secretChange(history.scope, field)),
    ...changes,
  ];
  if (recorded.length === 0 && activity === undefined && !always) return null;
  return entry(history, by, after, activity ?? verbFor(history, before, after), recorded);
}

/** The name of an update that may delete the object; an update that restores it is `updated`. */
export function deletedOrUpdated(
  before: { readonly deleted: boolean },
  after: { readonly deleted: boolean },
): 'deleted' | 'updated' {
  return after.deleted && !before.deleted ? 'deleted' : 'updated';
}

/** A change that is logged without its values. */
function secretChange(scope: ActivityScope, field: string): FieldChange {
  return { type: scope, action: 'changed', field, before: null, after: null };
}

function differences<T extends Identified>(
  { scope, wireFields }: History<T>,
  before: T,
  after: T,
): readonly FieldChange[] {
  return fieldChanges(scope, wireFields(before), wireFields(after));
}

function verbFor<T extends Identified>({ verbOf }: History<T>, before: T, after: T): string {
  return verbOf?.(before, after) ?? 'updated';
}

function entry<T extends Identified>(
  { scope, nameOf }: History<T>,
  by: Author,
  thing: T,
  activity: string,
  changes: readonly FieldChange[] = [],
): NewActivity {
  const detail = { name: nameOf(thing), changes };
  return { ...by, scope, itemId: String(thing.id), activity, detail };
}
