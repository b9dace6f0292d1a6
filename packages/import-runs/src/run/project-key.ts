import type { OrganizationAuthor, PersonalApiKeyRepository } from '@tidemark/postgres';

/** Whose key it is. */
export interface ProjectKeyName {
  /** Who makes and removes it, for the history. */
  readonly by: OrganizationAuthor;
  readonly userId: number;
  readonly label: string;
}

/** For whom and for what a key is made. */
export type ProjectKeyRequest = ProjectKeyName & {
  readonly projectId: number;
  readonly scopes: readonly string[];
};

const LONGEST_LABEL = 40;

/**
 * Runs something with a key of the project that exists for as long, and removes what a process that died has left
 * under the same label.
 */
export async function withProjectKey<T>(
  keys: PersonalApiKeyRepository,
  request: ProjectKeyRequest,
  work: (key: string) => Promise<T>,
): Promise<T> {
  await removeProjectKey(keys, request);
  const { by, userId, projectId, label, scopes } = request;
  const { key, value } = await keys.create(by, {
    userId,
    label: label.slice(0, LONGEST_LABEL),
    scopes,
    scopedTeams: [projectId],
    scopedOrganizations: [],
  });
  try {
    return await work(value);
  } finally {
    await keys.delete(by, userId, key.id);
  }
}

/** Removes a key that a process that died has left. */
export async function removeProjectKey(
  keys: PersonalApiKeyRepository,
  { by, userId, label }: ProjectKeyName,
): Promise<void> {
  for (const left of await keys.list(userId)) {
    if (left.label === label.slice(0, LONGEST_LABEL)) await keys.delete(by, userId, left.id);
  }
}
