import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database';
import { defined } from '../defined';
import {
  generateProjectSecretKey,
  generateProjectToken,
  hashProjectSecretKey,
  maskProjectSecretKey,
} from '../keys';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { Project, ProjectRetention, ProjectSettings } from './project';
import { toProject } from './project';

export interface ProjectRepository {
  /** By the public token SDKs send, or the one before while that has not expired. */
  findByToken(token: string): Promise<Project | null>;
  findById(id: number): Promise<Project | null>;
  /** Projects of one organization, by id. */
  list(organizationId: string, page: PageRequest): Promise<Page<Project>>;
  /** A new project with a fresh token. */
  create(
    organizationId: string,
    settings: Pick<ProjectSettings, 'name'> & Partial<ProjectSettings>,
  ): Promise<Project>;
  /** Changes what is given, leaves the rest; null when there is no such project. */
  update(id: number, settings: Partial<ProjectSettings>): Promise<Project | null>;
  /**
   * Gives the project a new public token; the one it had is taken for so many seconds more, the one before that is
   * unknown at once. Null when there is no such project.
   */
  rotateToken(id: number, graceSeconds: number): Promise<Project | null>;
  /** By `hashProjectSecretKey(value)` of the secret key or its backup. */
  findBySecretKeyHash(hash: string): Promise<Project | null>;
  /**
   * Gives the project a new secret key; the one it had becomes the backup, the backup it had is invalid
   * at once. This is the only moment the value is known. Null when there is no such project.
   */
  rotateSecretKey(
    id: number,
  ): Promise<{ readonly project: Project; readonly value: string } | null>;
  /** The key before the last rotation is invalid at once. */
  deleteSecretKeyBackup(id: number): Promise<Project | null>;
  /** Those of the projects that have seen a person: SDKs are connected. */
  ingestedAmong(ids: readonly number[]): Promise<ReadonlySet<number>>;
  /** Of projects that do not keep everything for ever. */
  listRetentions(): Promise<readonly ProjectRetention[]>;
}

export function createProjectRepository({ db }: Database): ProjectRepository {
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

    async findById(id) {
      const row = await db
        .selectFrom('projects')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      return row === undefined ? null : toProject(row);
    },

    async rotateToken(id, graceSeconds) {
      const row = await db
        .updateTable('projects')
        .set((e) => ({
          previous_api_token: e.ref('api_token'),
          previous_api_token_expires_at: sql<Date>`now() + ${graceSeconds} * interval '1 second'`,
          api_token: generateProjectToken(),
          updated_at: sql<Date>`now()`,
        }))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? null : toProject(row);
    },

    async list(organizationId, page) {
      const matches = db.selectFrom('projects').where('organization_id', '=', organizationId);
      const rows = matches.selectAll().orderBy('id');
      return readPage(matches, rows, page, toProject);
    },

    async create(organizationId, settings) {
      const row = await db
        .insertInto('projects')
        .values({
          ...columnsOf(settings),
          name: settings.name,
          uuid: randomUUID(),
          organization_id: organizationId,
          api_token: generateProjectToken(),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return toProject(row);
    },

    async update(id, settings) {
      const row = await db
        .updateTable('projects')
        .set({ ...columnsOf(settings), updated_at: sql<Date>`now()` })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? null : toProject(row);
    },

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

    async rotateSecretKey(id) {
      const value = generateProjectSecretKey();
      const row = await db
        .updateTable('projects')
        .set((e) => ({
          secret_key_backup_hash: e.ref('secret_key_hash'),
          secret_key_backup_mask: e.ref('secret_key_mask'),
          secret_key_hash: hashProjectSecretKey(value),
          secret_key_mask: maskProjectSecretKey(value),
          updated_at: sql<Date>`now()`,
        }))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? null : { project: toProject(row), value };
    },

    async deleteSecretKeyBackup(id) {
      const row = await db
        .updateTable('projects')
        .set({
          secret_key_backup_hash: null,
          secret_key_backup_mask: null,
          updated_at: sql<Date>`now()`,
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? null : toProject(row);
    },

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

function columnsOf(settings: Partial<ProjectSettings>) {
  return defined({
    name: settings.name,
    timezone: settings.timezone,
    week_start_day: settings.weekStartDay,
    test_account_filters:
      settings.testAccountFilters && JSON.stringify(settings.testAccountFilters),
    path_cleaning_filters: settings.pathCleaning && JSON.stringify(settings.pathCleaning),
    person_display_name_properties:
      settings.personDisplayNames && JSON.stringify(settings.personDisplayNames),
    anonymize_ips: settings.anonymizeIps,
    quota_limits: settings.quotaLimits && JSON.stringify(settings.quotaLimits),
    session_recording_opt_in: settings.sessionRecordingOptIn,
    capture_console_log_opt_in: settings.captureConsoleLogOptIn,
    survey_config: settings.surveyConfig && JSON.stringify(settings.surveyConfig),
    event_retention_days: settings.eventRetentionDays,
    session_recording_retention_period_days: settings.recordingRetentionDays,
  });
}
