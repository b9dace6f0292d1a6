import type { Selectable } from 'kysely';
import type { Reader, ResourceDatabase } from '../activity-log/unit-of-work';
import type { FeatureFlag } from '../feature-flags/feature-flag';
import { FLAG_HISTORY } from '../feature-flags/flag-history';
import { likePattern } from '../like-pattern';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { SurveyTable } from '../schema';
import { deleteOwnFlags } from './follow-survey';
import type { SurveyTargeting } from './save-survey';
import { advanceSurvey, changeSurvey, insertSurvey } from './save-survey';
import type { OfferedSurvey, Survey, SurveyFields } from './survey';
import { toSurvey } from './survey';
import { surveyEntry } from './survey-history';

/**
 * Stores the surveys of projects. Every method takes the project id and does not find surveys of other projects. A
 * survey, its flags and the log entries are written in one transaction.
 */
export interface SurveyRepository {
  /** Newest first; `search` is a part of the name or the description, ignoring the letter case. */
  list(
    projectId: number,
    query: { readonly search?: string; readonly page: PageRequest },
  ): Promise<Page<Survey>>;
  /** The surveys that are not archived, oldest first. */
  listOffered(projectId: number): Promise<readonly OfferedSurvey[]>;
  /** The surveys that are linked to any of the flags, oldest first. */
  listLinked(projectId: number, flagIds: readonly number[]): Promise<readonly OfferedSurvey[]>;
  /** Flags that select the audience of surveys and were created for them; without linked flags. */
  listFlagIds(projectId: number): Promise<ReadonlySet<number>>;
  findById(projectId: number, id: string): Promise<Survey | null>;
  /** `taken` if another survey of the project has the name. */
  create(
    projectId: number,
    userId: number,
    fields: Pick<SurveyFields, 'name' | 'type'> & Partial<SurveyFields> & SurveyTargeting,
  ): Promise<Survey | 'taken'>;
  /** Null if there is no such survey; `taken` if another one has the new name. */
  update(
    projectId: number,
    userId: number,
    id: string,
    fields: Partial<SurveyFields> & SurveyTargeting,
  ): Promise<Survey | null | 'taken'>;
  /** Deletes a survey with the flags that were created for it. False if there is no such survey. */
  delete(projectId: number, userId: number, id: string): Promise<boolean>;
  /**
   * Moves the running surveys of all projects to their current iterations.
   * @returns the projects whose surveys have changed
   */
  advance(now: Date): Promise<readonly number[]>;
}

export function createSurveyRepository({ db, change }: ResourceDatabase): SurveyRepository {
  return {
    async list(projectId, { search, page }) {
      const pattern = likePattern(search ?? '');
      const matches = db
        .selectFrom('surveys')
        .where('project_id', '=', projectId)
        .$if(search !== undefined, (query) =>
          query.where((e) =>
            e.or([e('name', 'ilike', pattern), e('description', 'ilike', pattern)]),
          ),
        );
      const rows = matches.selectAll().orderBy('created_at', 'desc').orderBy('id');
      return readPage(matches, rows, page, toSurvey);
    },

    async listOffered(projectId) {
      const rows = await offered(db, projectId).where('surveys.archived', '=', false).execute();
      return rows.map(toOffered);
    },

    async listLinked(projectId, flagIds) {
      if (flagIds.length === 0) return [];
      const rows = await offered(db, projectId)
        .where('surveys.linked_flag_id', 'in', flagIds)
        .execute();
      return rows.map(toOffered);
    },

    async listFlagIds(projectId) {
      const rows = await db
        .selectFrom('surveys')
        .select(['targeting_flag_id', 'internal_targeting_flag_id'])
        .where('project_id', '=', projectId)
        .execute();
      const ids = rows.flatMap((row) => [row.targeting_flag_id, row.internal_targeting_flag_id]);
      return new Set(ids.filter((id) => id !== null));
    },

    findById: (projectId, id) => selectSurvey(db, projectId, id),

    // Uses the lock of flags, because a change of a survey also changes its flags.
    create: (projectId, userId, fields) =>
      change<FeatureFlag, Survey | 'taken'>(FLAG_HISTORY, { projectId, userId }, async (tx) => {
        if (await isNameTaken(tx, projectId, fields.name, null)) return TAKEN;
        return insertSurvey(tx, { projectId, userId }, fields);
      }),

    update: (projectId, userId, id, fields) =>
      change<FeatureFlag, Survey | null | 'taken'>(
        FLAG_HISTORY,
        { projectId, userId },
        async (tx) => {
          const before = await selectSurvey(tx, projectId, id);
          if (before === null) return { result: null, entries: [] };
          const { name = before.name } = fields;
          if (name !== before.name && (await isNameTaken(tx, projectId, name, id))) return TAKEN;
          return changeSurvey(tx, { projectId, userId }, before, fields);
        },
      ),

    delete: (projectId, userId, id) =>
      change(FLAG_HISTORY, { projectId, userId }, async (tx) => {
        const survey = await selectSurvey(tx, projectId, id);
        if (survey === null) return { result: false, entries: [] };
        await tx
          .deleteFrom('surveys')
          .where('project_id', '=', projectId)
          .where('id', '=', id)
          .execute();
        const { targetingFlagId, internalTargetingFlagId } = survey;
        await deleteOwnFlags(tx, projectId, [targetingFlagId, internalTargetingFlagId]);
        return { result: true, entries: [surveyEntry({ projectId, userId }, survey, null)] };
      }),

    async advance(now) {
      const due = await db
        .selectFrom('surveys')
        .selectAll()
        .where('end_date', 'is', null)
        .where('archived', '=', false)
        .where('start_date', '<=', now)
        .where('iteration_frequency_days', '>', 0)
        .where((e) => e('current_iteration', '<', e.ref('iteration_count')))
        .execute();
      const moved = new Set<number>();
      for (const { project_id: projectId, id } of due) {
        const by = { projectId, userId: null };
        const survey = await change<FeatureFlag, Survey | null>(FLAG_HISTORY, by, async (tx) => {
          const current = await selectSurvey(tx, projectId, id);
          if (current === null) return { result: null, entries: [] };
          return advanceSurvey(tx, current, now);
        });
        if (survey !== null) moved.add(projectId);
      }
      return [...moved];
    },
  };
}

async function selectSurvey(db: Reader, projectId: number, id: string): Promise<Survey | null> {
  const row = await db
    .selectFrom('surveys')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : toSurvey(row);
}

/** Surveys with the keys of their flags, oldest first. */
function offered(db: Reader, projectId: number) {
  return db
    .selectFrom('surveys')
    .leftJoin('feature_flags as linked', (join) =>
      join
        .onRef('linked.id', '=', 'surveys.linked_flag_id')
        .onRef('linked.project_id', '=', 'surveys.project_id'),
    )
    .leftJoin('feature_flags as targeting', (join) =>
      join
        .onRef('targeting.id', '=', 'surveys.targeting_flag_id')
        .onRef('targeting.project_id', '=', 'surveys.project_id'),
    )
    .leftJoin('feature_flags as internal', (join) =>
      join
        .onRef('internal.id', '=', 'surveys.internal_targeting_flag_id')
        .onRef('internal.project_id', '=', 'surveys.project_id'),
    )
    .selectAll('surveys')
    .select([
      'linked.key as linked_key',
      'targeting.key as targeting_key',
      'internal.key as internal_key',
    ])
    .where('surveys.project_id', '=', projectId)
    .orderBy('surveys.created_at')
    .orderBy('surveys.id');
}

function toOffered(
  row: Selectable<SurveyTable> & {
    readonly linked_key: string | null;
    readonly targeting_key: string | null;
    readonly internal_key: string | null;
  },
): OfferedSurvey {
  return {
    ...toSurvey(row),
    linkedFlagKey: row.linked_key,
    targetingFlagKey: row.targeting_key,
    internalTargetingFlagKey: row.internal_key,
  };
}

const TAKEN = { result: 'taken' as const, entries: [] };

async function isNameTaken(
  db: Reader,
  projectId: number,
  name: string,
  exceptId: string | null,
): Promise<boolean> {
  const row = await db
    .selectFrom('surveys')
    .select('id')
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .$if(exceptId !== null, (query) => query.where('id', '!=', exceptId ?? ''))
    .executeTakeFirst();
  return row !== undefined;
}
