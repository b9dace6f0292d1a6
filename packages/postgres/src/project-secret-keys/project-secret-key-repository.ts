import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database';
import { generateProjectSecretKey, hashProjectSecretKey, maskProjectSecretKey } from '../keys';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import { isUniqueViolation } from '../unique-violation';
import type { ProjectSecretKey } from './project-secret-key';
import { toProjectSecretKey } from './project-secret-key';

const LABEL_CONSTRAINT = 'project_secret_api_keys_by_label';

export interface ProjectSecretKeyFields {
  readonly label: string;
  readonly scopes: readonly string[];
}

/** The only moment a key's value is known. */
export interface IssuedProjectSecretKey {
  readonly key: ProjectSecretKey;
  readonly value: string;
}

/** Every method but the first and the last sees the keys of one project only. */
export interface ProjectSecretKeyRepository {
  /** By `hashProjectSecretKey(value)`, of whichever project. */
  findByHash(hash: string): Promise<ProjectSecretKey | null>;
  find(projectId: number, id: string): Promise<ProjectSecretKey | null>;
  /** Newest first. */
  list(projectId: number, page: PageRequest): Promise<Page<ProjectSecretKey>>;
  /** `taken`: the project has a key of this label. */
  create(
    projectId: number,
    createdById: number,
    fields: ProjectSecretKeyFields,
  ): Promise<IssuedProjectSecretKey | 'taken'>;
  /** Changes what is given. Null when there is no such key; `taken`: another one has this label. */
  update(
    projectId: number,
    id: string,
    fields: Partial<ProjectSecretKeyFields>,
  ): Promise<ProjectSecretKey | null | 'taken'>;
  /** Gives the key a new value; the old one is invalid at once. Null when there is no such key. */
  roll(projectId: number, id: string): Promise<IssuedProjectSecretKey | null>;
  /** False when there was no such key. */
  delete(projectId: number, id: string): Promise<boolean>;
  /** Notes that the key is in use, at most once an hour. */
  touch(id: string): Promise<void>;
}

export function createProjectSecretKeyRepository({ db }: Database): ProjectSecretKeyRepository {
  const ofProject = (projectId: number) =>
    db.selectFrom('project_secret_api_keys').selectAll().where('project_id', '=', projectId);

  return {
    async findByHash(hash) {
      const row = await db
        .selectFrom('project_secret_api_keys')
        .selectAll()
        .where('secure_value', '=', hash)
        .executeTakeFirst();
      return row === undefined ? null : toProjectSecretKey(row);
    },

    async find(projectId, id) {
      const row = await ofProject(projectId).where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : toProjectSecretKey(row);
    },

    list(projectId, page) {
      const matches = ofProject(projectId);
      const rows = matches.orderBy('created_at', 'desc').orderBy('id');
      return readPage(matches, rows, page, toProjectSecretKey);
    },

    async create(projectId, createdById, { label, scopes }) {
      const value = generateProjectSecretKey();
      const row = await db
        .insertInto('project_secret_api_keys')
        .values({
          id: randomUUID(),
          project_id: projectId,
          label,
          secure_value: hashProjectSecretKey(value),
          mask_value: maskProjectSecretKey(value),
          scopes: [...scopes],
          created_by_id: createdById,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
        .catch(takenLabel);
      return row === 'taken' ? row : { key: toProjectSecretKey(row), value };
    },

    async update(projectId, id, { label, scopes }) {
      const row = await db
        .updateTable('project_secret_api_keys')
        .set({
          // A key is its own id: naming it again keeps an empty change a statement.
          id,
          ...(label !== undefined && { label }),
          ...(scopes !== undefined && { scopes: [...scopes] }),
        })
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
        .catch(takenLabel);
      if (row === undefined) return null;
      return row === 'taken' ? row : toProjectSecretKey(row);
    },

    async roll(projectId, id) {
      const value = generateProjectSecretKey();
      const row = await db
        .updateTable('project_secret_api_keys')
        .set({
          secure_value: hashProjectSecretKey(value),
          mask_value: maskProjectSecretKey(value),
          last_rolled_at: sql<Date>`now()`,
        })
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? null : { key: toProjectSecretKey(row), value };
    },

    async delete(projectId, id) {
      const result = await db
        .deleteFrom('project_secret_api_keys')
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },

    async touch(id) {
      await db
        .updateTable('project_secret_api_keys')
        .set({ last_used_at: sql<Date>`now()` })
        .where('id', '=', id)
        .where((e) =>
          e.or([
            e('last_used_at', 'is', null),
            e('last_used_at', '<', sql<Date>`now() - interval '1 hour'`),
          ]),
        )
        .execute();
    },
  };
}

/** @throws whatever else it was */
function takenLabel(error: unknown): 'taken' {
  if (isUniqueViolation(error, LABEL_CONSTRAINT)) return 'taken';
  throw error;
}
