import type { ProjectAuthor } from '../activity-log/history';
import { createOwnedRows } from '../activity-log/owned-rows';
import type { ResourceDatabase } from '../activity-log/unit-of-work';
import { defined } from '../defined';
import { PROJECT_SECRET_KEY } from '../keys';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { SecretKeyFinder } from '../secret-keys/secret-key';
import type { IssuedKey } from '../secret-keys/secret-key-rows';
import { createSecretKeyRows, touchKey } from '../secret-keys/secret-key-rows';
import { ifTaken } from '../unique-violation';
import type { ProjectSecretKey } from './project-secret-key';
import { toProjectSecretKey } from './project-secret-key';
import { PROJECT_SECRET_KEY_HISTORY } from './project-secret-key-history';

const LABEL_CONSTRAINT = 'project_secret_api_keys_by_label';

export interface ProjectSecretKeyFields {
  readonly label: string;
  readonly scopes: readonly string[];
}

/**
 * Stores project secret keys. The hash of a key is `hashProjectSecretKey(value)`. Methods that are not inherited only
 * find keys of the given project.
 */
export interface ProjectSecretKeyRepository extends SecretKeyFinder<ProjectSecretKey> {
  find(projectId: number, id: string): Promise<ProjectSecretKey | null>;
  /** Newest first. */
  list(projectId: number, page: PageRequest): Promise<Page<ProjectSecretKey>>;
  /** `taken`: the project already has a key with this label. */
  create(
    by: ProjectAuthor,
    fields: ProjectSecretKeyFields,
  ): Promise<IssuedKey<ProjectSecretKey> | 'taken'>;
  /** Changes the given fields. Null if there is no such key; `taken`: another key has this label. */
  update(
    by: ProjectAuthor,
    id: string,
    fields: Partial<ProjectSecretKeyFields>,
  ): Promise<ProjectSecretKey | null | 'taken'>;
  /** Replaces the value of a key; the old one becomes invalid immediately. Null if there is no such key. */
  roll(by: ProjectAuthor, id: string): Promise<IssuedKey<ProjectSecretKey> | null>;
  /** False if there was no such key. */
  delete(by: ProjectAuthor, id: string): Promise<boolean>;
}

export function createProjectSecretKeyRepository({
  db,
  change,
  unrecorded,
}: ResourceDatabase): ProjectSecretKeyRepository {
  const rows = createOwnedRows(change, {
    name: 'project_secret_api_keys',
    history: PROJECT_SECRET_KEY_HISTORY,
    toThing: toProjectSecretKey,
  });
  const keys = createSecretKeyRows(rows, PROJECT_SECRET_KEY);
  const labelTaken = ifTaken(LABEL_CONSTRAINT, 'taken' as const);
  return {
    async findByHash(hash) {
      const row = await db
        .selectFrom('project_secret_api_keys')
        .selectAll()
        .where('secure_value', '=', hash)
        .executeTakeFirst();
      return row === undefined ? null : toProjectSecretKey(row);
    },

    find: (projectId, id) => keys.find(db, projectId, id),

    list(projectId, page) {
      const matches = db.selectFrom('project_secret_api_keys').where('project_id', '=', projectId);
      const rows = matches.selectAll().orderBy('created_at', 'desc').orderBy('id');
      return readPage(matches, rows, page, toProjectSecretKey);
    },

    create: (by, fields) =>
      keys
        .issue(by, by.projectId, { ...columnsOf(fields), created_by_id: by.userId })
        .catch(labelTaken),

    update: (by, id, fields) =>
      keys.update(by, by.projectId, id, columnsOf(fields)).catch(labelTaken),

    roll: (by, id) => keys.roll(by, by.projectId, id),
    delete: (by, id) => keys.delete(by, by.projectId, id),
    touch: (id) => touchKey(unrecorded, 'project_secret_api_keys', id),
  };
}

function columnsOf({ label, scopes }: Partial<ProjectSecretKeyFields>) {
  return defined({ label, scopes: scopes && [...scopes] });
}
