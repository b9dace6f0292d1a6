import type { Identity } from '@tidemark/access';
import type { OrganizationAuthor, PersonAuthor } from '@tidemark/postgres';
import type { ProjectCaller } from '../auth/access';

/** The author of a change in a project. */
export function inProject({
  project,
  user,
}: Pick<ProjectCaller, 'project' | 'user'>): PersonAuthor {
  return { projectId: project.id, userId: user.id };
}

/** The author of a change in an organization. */
export function inOrganization({ user }: Pick<Identity, 'user'>): OrganizationAuthor {
  return { organizationId: user.organizationId, userId: user.id };
}
