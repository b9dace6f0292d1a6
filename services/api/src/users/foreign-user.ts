import type { Project, UserRepository } from '@tidemark/postgres';

/** The first id that is not that of a user of the project's organization; undefined if there is none. */
export async function foreignUser(
  users: Pick<UserRepository, 'findMany'>,
  { organizationId }: Pick<Project, 'organizationId'>,
  ids: readonly number[],
): Promise<number | undefined> {
  const found = await users.findMany(ids);
  return ids.find((id) => found.get(id)?.organizationId !== organizationId);
}
