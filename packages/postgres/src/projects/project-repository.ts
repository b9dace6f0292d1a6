import { randomUUID } from 'node:crypto';
import type { UpdateObject } from 'kysely';
import { sql } from 'kysely';
import type { EntryDetails, OrganizationAuthor, ProjectAuthor } from '../activity-log/history';
import type { Reader, ResourceDatabase } from '../activity-log/unit-of-work';
import {
  generateProjectSecretKey,
  generateProjectToken,
  hashProjectSecretKey,
  maskProjectSecretKey,
} from '../keys';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { Project, ProjectRetention, ProjectSettings } from './project';
import { PROJECT_FIELDS, toProject } from './project';
import { PROJECT_HISTORY } from './project-history';
import { removeProject } from './remove-project';
import type { Schema } from '../schema';

export interface ProjectRepository {
  /** Finds a project by the public token that SDKs send, or by the previous token until that expires. */
  findByToken(token: string): Promise<Project | null>;
  findById(id: number): Promise<Project | null>;
  /** The projects of one organization, in order of id. */
  list(organizationId: string, page: PageRequest): Promise<Page<Project>>;
  /** Creates a project with a new token. */
  create(
    by: OrganizationAuthor,
    settings: Pick<ProjectSettings, 'name'> & Partial<ProjectSettings>,
  ): Promise<Project>;
  /** Removes a project with all its data in Postgres. False if there is no such project. */
  remove(by: OrganizationAuthor, id: number): Promise<boolean>;
  /** Changes the given settings; null if there is no such project. */
  update(by: ProjectAuthor, settings: Partial<ProjectSettings>): Promise<Project | null>;
  /**
   * Gives the project a new public token. The current token stays valid for `graceSeconds`; an earlier one becomes
   * invalid immediately. Null if there is no such project.
   */
  rotateToken(by: ProjectAuthor, graceSeconds: number): Promise<Project | null>;
  /** Finds a project by `hashProjectSecretKey(value)` of the secret key or its backup. */
  findBySecretKeyHash(hash: string): Promise<Project | null>;
  /**
   * Gives the project a new secret key and returns its value, which is not stored. The current key becomes the
   * backup; an earlier backup becomes invalid immediately. Null if there is no such project.
   */
  rotateSecretKey(
    by: ProjectAuthor,
  ): Promise<{ readonly project: Project; readonly value: string } | null>;
  /** Deletes the key before the last rotation, which becomes invalid immediately. */
  deleteSecretKeyBackup(by: ProjectAuthor): Promise<Project | null>;
  /** The given projects that have persons, which means that SDKs are connected. */
  ingestedAmong(ids: readonly number[]): Promise<ReadonlySet<number>>;
  /** The retention of each project that has a limit. */
  listRetentions(): Promise<readonly ProjectRetention[]>;
}

type ProjectColumns = UpdateObject<Schema, 'projects', 'projects'>;

export function createProjectRepository({ db, change }: ResourceDatabase): ProjectRepository {
  const changeProject = (
    by: ProjectAuthor,
    columns: ProjectColumns,
    detailsOf: (before: Project, after: Project) => EntryDetails,
  ): Promise<Project | null> =>
    change(PROJECT_HISTORY, by, async (tx, entry) => {
      const before = await findProject(tx, by.projectId);
      if (before === null) return { result: null, entries: [] };
      const row = await tx
        .updateTable('projects')
        .set({ ...columns, updated_at: sql<Date>`now()` })
        .where('id', '=', by.projectId)
        .returningAll()
        .executeTakeFirstOrThrow();
      const result = toProject(row);
      return { result, entries: [entry(before, result, detailsOf(before, result))] };
    });

  return {
    async findByToken(token) {
      const row = await db
        .selectFrom('projects')
        .selectAll()
        .where((e) =>
          e.or([
            e('api_token', '=', token),
            e.and([
              e('previous_api_token', '=', token),
              e('previous_api_token_expires_at', '>', sql<Date>`now()`),
            ]),
          ]),
        )
        .executeTakeFirst();
      return row === undefined ? null : toProject(row);
    },

    findById: (id) => findProject(db, id),

    rotateToken: (by, graceSeconds) =>
      changeProject(
        by,
        {
          previous_api_token: sql.ref<string>('api_token'),
          previous_api_token_expires_at: sql<Date>`now() + ${graceSeconds} * interval '1 second'`,
          api_token: generateProjectToken(),
        },
        () => ({ secret: ['api_token'] }),
      ),

    async list(organizationId, page) {
      const matches = db.selectFrom('projects').where('organization_id', '=', organizationId);
      const rows = matches.selectAll().orderBy('id');
      return readPage(matches, rows, page, toProject);
    },

    create: (by, settings) =>
      change(PROJECT_HISTORY, by, async (tx, entry) => {
        const row = await tx
          .insertInto('projects')
          .values({
            ...columnsOf(settings),
            name: settings.name,
            uuid: randomUUID(),
            organization_id: by.organizationId,
            api_token: generateProjectToken(),
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        const result = toProject(row);
        const author = { projectId: result.id, userId: by.userId };
        return { result, entries: [entry(null, result, { by: author })] };
      }),

    remove: (by, id) =>
      change(PROJECT_HISTORY, by, async (tx, entry) => {
        const before = await findProject(tx, id);
        if (before === null || before.organizationId !== by.organizationId) {
          return { result: false, entries: [] };
        }
        await removeProject(tx, id);
        return { result: true, entries: [entry(before, null)] };
      }),

    update: (by, settings) =>
      changeProject(by, changedColumns(settings), (before, after) => ({
        secret: before.slackWebhook === after.slackWebhook ? [] : ['slack_incoming_webhook'],
      })),

    async findBySecretKeyHash(hash) {
      const row = await db
        .selectFrom('projects')
        .selectAll()
        .where((e) =>
          e.or([e('secret_key_hash', '=', hash), e('secret_key_backup_hash', '=', hash)]),
        )
        .executeTakeFirst();
      return row === undefined ? null : toProject(row);
    },

    async rotateSecretKey(by) {
      const value = generateProjectSecretKey();
      const project = await changeProject(
        by,
        {
          secret_key_backup_hash: sql.ref<string>('secret_key_hash'),
          secret_key_backup_mask: sql.ref<string>('secret_key_mask'),
          secret_key_hash: hashProjectSecretKey(value),
          secret_key_mask: maskProjectSecretKey(value),
        },
        () => ({ secret: ['secret_api_token'] }),
      );
      return project && { project, value };
    },

    deleteSecretKeyBackup: (by) =>
      changeProject(by, { secret_key_backup_hash: null, secret_key_backup_mask: null }, () => ({
        secret: ['secret_api_token_backup'],
      })),

    async ingestedAmong(ids) {
      if (ids.length === 0) return new Set();
      const rows = await db
        .selectFrom('projects')
        .select('id')
        .where('id', 'in', ids)
        .where((e) =>
          e.exists(
            e
              .selectFrom('person_distinct_ids')
              .select('distinct_id')
              .whereRef('person_distinct_ids.project_id', '=', 'projects.id'),
          ),
        )
        .execute();
      return new Set(rows.map((row) => row.id));
    },

    async listRetentions() {
      return db
        .selectFrom('projects')
        .select([
          'id as projectId',
          'event_retention_days as eventDays',
          'session_recording_retention_period_days as recordingDays',
        ])
        .where((e) =>
          e.or([
            e('event_retention_days', 'is not', null),
            e('session_recording_retention_period_days', 'is not', null),
          ]),
        )
        .orderBy('id')
        .execute();
    },
  };
}

async function findProject(db: Reader, id: number): Promise<Project | null> {
  const row = await db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : toProject(row);
}

/** The columns to update. The given settings of SDKs replace those with the same name; others are kept. */
function changedColumns(settings: Partial<ProjectSettings>): ProjectColumns {
  const { sdk_settings: sdk, ...columns } = columnsOf(settings);
  if (sdk === undefined) return columns;
  return { ...columns, sdk_settings: sql<string>`sdk_settings || ${sdk}::jsonb` };
}

function columnsOf({ sdk, ...settings }: Partial<ProjectSettings>) {
  return {
    ...PROJECT_FIELDS.toColumns(settings),
    ...(sdk !== undefined && { sdk_settings: JSON.stringify(sdk) }),
  };
}
