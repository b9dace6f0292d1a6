import type { OrganizationAuthor, PersonalApiKeyRepository } from '@tidemark/postgres';

/** The owner and the label of a key. */
export interface ProjectKeyName {
  /** The author in the history of the organization. */
  readonly by: OrganizationAuthor;
  readonly userId: number;
  readonly label: string;
}

/** The properties of a new key. */
export type ProjectKeyRequest = ProjectKeyName & {
  readonly projectId: number;
  readonly scopes: readonly string[];
};

const LONGEST_LABEL = 40;

/**
 * Runs `work` with a personal key for the project that exists only during this time. A key with the same label that an
 * interrupted process has left is removed first.
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

/** Removes a key that an interrupted process has left. */
export async function removeProjectKey(
  keys: PersonalApiKeyRepository,
  { by, userId, label }: ProjectKeyName,
): Promise<void> {
  for (const left of await keys.list(userId)) {
    if (left.label === label.slice(0, LONGEST_LABEL)) await keys.delete(by, userId, left.id);
  }
}
