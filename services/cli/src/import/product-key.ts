import { withProjectKey as withKey } from '@tidemark/import-runs';
import type { Database, Project, User } from '@tidemark/postgres';
import { createPersonalApiKeyRepository, createProjectRepository } from '@tidemark/postgres';
import { CommandError, EXIT } from '../exit-codes';
import { findUser, operatorOf } from '../management/context';

/** @throws CommandError if there is no such project */
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

/** Runs `work` with a personal key with all scopes for the project, which exists only during this time. */
export function withProjectKey<T>(
  database: Database,
  user: User,
  projectId: number,
  label: string,
  work: (key: string) => Promise<T>,
): Promise<T> {
  return withKey(
    createPersonalApiKeyRepository(database),
    { by: operatorOf(user), userId: user.id, projectId, label, scopes: ['*'] },
    work,
  );
}
