import { notFound } from '@tidemark/platform';
import type { User, UserRepository } from '@tidemark/postgres';

/** Returns the found item. @throws ApiError 404 if it is null */
export function found<T>(thing: T | null | undefined): T {
  if (thing === null || thing === undefined) throw notFound();
  return thing;
}

/** The users that the items refer to, keyed by id, without deleted ones. */
export function peopleOf<T>(
  users: Pick<UserRepository, 'findMany'>,
  things: readonly T[],
  idsOf: (thing: T) => readonly (number | null)[],
): Promise<ReadonlyMap<number, User>> {
  const ids = things.flatMap(idsOf).filter((id) => id !== null);
  return users.findMany([...new Set(ids)]);
}
