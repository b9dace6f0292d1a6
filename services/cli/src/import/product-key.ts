import type { Database, Project, User } from '@tidemark/postgres';
import { createPersonalApiKeyRepository, createProjectRepository } from '@tidemark/postgres';
import { CommandError, EXIT } from '../exit-codes';
import { findUser, operatorOf } from '../management/context';

/** @throws CommandError when there is no such project */
export async function findProject(
  database: Database,
  id: number,
): Promise<{ readonly user: User; readonly project: Project }> {
  const user = await findUser(database, undefined);
  const project = await createProjectRepository(database).findById(id);
  if (project !== null && project.organizationId === user.organizationId) return { user, project };
  throw new CommandError(
    `there is no project ${id}. project list shows the projects.`,
    EXIT.notFound,
  );
}

/**
 * Runs something with a key of the project that exists for as long, and removes what a process that died has left
 * under the same label.
 */
export async function withProjectKey<T>(
  database: Database,
  user: User,
  projectId: number,
  name: string,
  work: (key: string) => Promise<T>,
): Promise<T> {
  const keys = createPersonalApiKeyRepository(database);
  const label = name.slice(0, 40);
  for (const left of await keys.list(user.id)) {
    if (left.label === label) await keys.delete(operatorOf(user), user.id, left.id);
  }
  const { key, value } = await keys.create(operatorOf(user), {
    userId: user.id,
    label,
    scopes: ['*'],
    scopedTeams: [projectId],
    scopedOrganizations: [],
  });
  try {
    return await work(value);
  } finally {
    await keys.delete(operatorOf(user), user.id, key.id);
  }
}
