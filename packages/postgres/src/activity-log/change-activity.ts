import type { ActivityScope, NewActivity } from './activity';
import { fieldChanges } from './field-changes';

interface Thing {
  readonly id: number | string;
  readonly projectId: number;
}

/** What sets the history of one kind of things apart. */
export interface History<T extends Thing> {
  readonly scope: ActivityScope;
  readonly nameOf: (thing: T) => string | null;
  /** The fields whose changes are told, by their names on the wire. */
  readonly wireFields: (thing: T) => Readonly<Record<string, unknown>>;
  /** What a change is called; `updated` when absent. */
  readonly verbOf?: (before: T, after: T) => string;
}

/** How the log tells that somebody made or changed a thing; `before` is null for a new one. */
export function changeActivity<T extends Thing>(
  history: History<T>,
  userId: number | null,
  before: T | null,
  after: T,
): NewActivity {
  const { scope, wireFields } = history;
  if (before === null) return entry(history, userId, after, 'created');
  const verb = history.verbOf?.(before, after) ?? 'updated';
  const changes = fieldChanges(scope, wireFields(before), wireFields(after));
  return entry(history, userId, after, verb, changes);
}

/** How the log tells that somebody removed a thing for good. */
export function removalActivity<T extends Thing>(
  history: History<T>,
  userId: number | null,
  removed: T,
): NewActivity {
  return entry(history, userId, removed, 'deleted');
}

/** Of things that are kept when they are deleted; one that comes back is `updated`. */
export function deletedOrUpdated(
  before: { readonly deleted: boolean },
  after: { readonly deleted: boolean },
): 'deleted' | 'updated' {
  return after.deleted && !before.deleted ? 'deleted' : 'updated';
}

function entry<T extends Thing>(
  { scope, nameOf }: History<T>,
  userId: number | null,
  thing: T,
  activity: string,
  changes: NewActivity['detail']['changes'] = [],
): NewActivity {
  const { id, projectId } = thing;
  const detail = { name: nameOf(thing), changes };
  return { projectId, userId, scope, itemId: String(id), activity, detail };
}
