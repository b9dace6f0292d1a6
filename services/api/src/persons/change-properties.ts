import { copyWithout, editFirstTouch, isOversized, putKey } from '@tidemark/domain';
import { notFound, validationError } from '@tidemark/platform';
import type { PersonAuthor } from '@tidemark/postgres';
import type { PersonRouteDeps } from './deps';
import { publishChanges } from './publish-changes';

type Properties = Readonly<Record<string, unknown>>;

interface Edit {
  readonly properties: Properties;
  /** Names that get a value. */
  readonly set: readonly string[];
  /** Names that are removed. */
  readonly unset: readonly string[];
}

/**
 * Changes a person's properties and publishes them.
 *
 * @throws ApiError 404; 400 when the person would become larger than any may be
 */
async function change(
  deps: PersonRouteDeps,
  author: PersonAuthor,
  id: string,
  change: (properties: Properties) => Edit | null,
): Promise<void> {
  const changed = await deps.editor.update(author, id, (person) => {
    const edit = change(person.properties);
    if (edit === null) return null;
    if (isOversized(edit.properties)) {
      throw validationError(
        'invalid_input',
        'The properties of a person may not be larger than 640 KiB.',
        'properties',
      );
    }
    const firstTouch = editFirstTouch(person, edit, new Date());
    return { properties: edit.properties, firstTouch };
  });
  if (changed === null) throw notFound();
  await publishChanges(deps, changed.outboxId);
}

/**
 * Sets properties of a person and keeps all others.
 * @throws ApiError
 */
export function setProperties(
  deps: PersonRouteDeps,
  author: PersonAuthor,
  id: string,
  given: Properties,
): Promise<void> {
  return change(deps, author, id, (properties) => {
    const keys = Object.keys(given);
    if (keys.length === 0) return null;
    const next = { ...properties };
    for (const key of keys) putKey(next, key, given[key]);
    return { properties: next, set: keys, unset: [] };
  });
}

/**
 * Removes a property; a missing one is not an error.
 * @throws ApiError
 */
export function unsetProperty(
  deps: PersonRouteDeps,
  author: PersonAuthor,
  id: string,
  key: string,
): Promise<void> {
  return change(deps, author, id, (properties) =>
    Object.hasOwn(properties, key)
      ? { properties: copyWithout(properties, new Set([key])), set: [], unset: [key] }
      : null,
  );
}
