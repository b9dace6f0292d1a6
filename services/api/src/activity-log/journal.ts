import type { Identity } from '@tidemark/access';
import type { Author, Database, History, PersonAuthor, Tell } from '@tidemark/postgres';
import { recordChange } from '@tidemark/postgres';
import type { ProjectCaller } from '../auth/access';
import type { Repositories } from '../repositories';
import { createRepositories } from '../repositories';

/** Changes that are written down: each with its row of the activity log, in one transaction. */
export interface Journal {
  /**
   * @param change does all its work on the repositories it is given, and tells what was and what is
   * @throws whatever `change` throws; nothing is changed then, and nothing told
   */
  record<T extends { readonly id: number | string }, Result>(
    history: History<T>,
    by: Author,
    change: (within: Repositories, tell: Tell<T>) => Promise<Result>,
  ): Promise<Result>;
}

export function createJournal(database: Database): Journal {
  return {
    record: (history, by, change) =>
      recordChange(database, history, by, (within, tell) =>
        change(createRepositories(within), tell),
      ),
  };
}

/** Who changes something in a project. */
export function inProject({
  project,
  user,
}: Pick<ProjectCaller, 'project' | 'user'>): PersonAuthor {
  return { projectId: project.id, userId: user.id };
}

/** Who changes something of an organization. */
export function inOrganization({ user }: Pick<Identity, 'user'>): Author {
  return { organizationId: user.organizationId, userId: user.id };
}
