import type { StoredFirstTouch } from '@tidemark/contracts';
import type { Properties } from '../properties';
import { FirstTouch } from './first-touch';
import type { PersonRow } from './identity-types';

/** What is kept of a person after its properties were changed by hand: as by `$set` and `$unset` at that time. */
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
