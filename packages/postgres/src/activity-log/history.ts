import type { ActivityPlace, ActivityScope, FieldChange, NewActivity } from './activity';
import { fieldChanges } from './field-changes';

export interface Identified {
  readonly id: number | string;
}

/** The properties of a history that depend on the type of its items. */
export interface History<T extends Identified> {
  readonly scope: ActivityScope;
  readonly nameOf: (thing: T) => string | null;
  /** The fields whose changes are reported, by their names on the wire. Never a secret. */
  readonly wireFields: (thing: T) => Readonly<Record<string, unknown>>;
  /** The name of a change; by default `updated`. */
  readonly verbOf?: (before: T, after: T) => string;
}

/** The author of a change and the place of its log entry. */
export type Author = ActivityPlace & {
  /** Null: the operator, from the command line. */
  readonly userId: number | null;
};

/** The author of a change in a project. */
export type ProjectAuthor = Extract<Author, { readonly projectId: number }>;

/** The author of a change in an organization. */
export type OrganizationAuthor = Extract<Author, { readonly organizationId: string }>;

/** The details of an entry in addition to the fields that differ. */
export interface EntryDetails {
  /** What the change is called, where that does not follow from what was and what is. */
  readonly activity?: string;
  /** Fields that changed and whose values are secret. */
  readonly secret?: readonly string[];
  readonly changes?: readonly FieldChange[];
  /** Also where no field differs. */
  readonly always?: boolean;
}

/**
 * A change of any kind in the activity log: `before` is null for a new item, `after` for a deleted one. Null
 * when there is nothing to record.
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

/** The activity of a soft delete; an update that restores the item is `updated`. */
export function deletedOrUpdated(
  before: { readonly deleted: boolean },
  after: { readonly deleted: boolean },
): 'deleted' | 'updated' {
  return after.deleted && !before.deleted ? 'deleted' : 'updated';
}

/** A change that is recorded without its values. */
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
