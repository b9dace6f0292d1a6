import type { StoredFirstTouch } from '@tidemark/contracts';
import type { Properties } from '../properties';
import { FirstTouch } from './first-touch';
import type { PersonRow } from './identity-types';

/**
 * The first touch of a person after properties were edited by a user: as if `$set` and `$unset` had been sent at that
 * time.
 */
export function editFirstTouch(
  { properties, firstTouch = null }: Pick<PersonRow, 'properties' | 'firstTouch'>,
  edit: {
    readonly properties: Properties;
    readonly set: readonly string[];
    readonly unset: readonly string[];
  },
  now: Date,
): StoredFirstTouch | null {
  const touch = new FirstTouch(firstTouch, properties);
  const at = now.getTime();
  touch.read();
  touch.apply({ once: [], set: edit.set, unset: edit.unset }, { at, captured: at, place: 0 });
  return touch.toStored(edit.properties);
}
