import type { ExperimentForQuery } from '@tidemark/contracts';
import type { ProjectAuthor } from '../activity-log/history';
import type { Cohort, CohortFields } from '../cohorts/cohort';
import type { Recorded, ResourceDatabase } from '../activity-log/unit-of-work';
import type { FeatureFlag, FeatureFlagFields } from '../feature-flags/feature-flag';
import { FLAG_HISTORY } from '../feature-flags/flag-history';
import { selectLiveFlags } from '../feature-flags/read-flags';
import { insertFlag } from '../feature-flags/write-flags';
import type { Page } from '../page';
import { isRowId } from '../row-id';
import type { ChangePeriods, ExperimentChanges } from './count-changes';
import { countChanges } from './count-changes';
import type { Experiment } from './experiment';
import { forQuery } from './experiment-for-query';
import type { ExperimentListQuery } from './experiment-list';
import { listExperiments } from './experiment-list';
import { insertExposureCohort } from './exposure-cohort';
import { loadExperiments, selectExperiment } from './load-experiments';
import type { ExperimentChange, NewExperiment, WantedMetric } from './save-experiment';
import { changeExperiment, changeFlagOf, insertExperiment } from './save-experiment';

/** A flag that is created together with its experiment. */
export type NewFlag = Pick<FeatureFlagFields, 'key'> & Partial<FeatureFlagFields>;

/** The data of a new experiment. */
export interface ExperimentPlan {
  /** An existing flag of the project, or a new one. */
  readonly flag: FeatureFlag | NewFlag;
  /** Changes of an existing flag. */
  readonly flagChange?: Partial<FeatureFlagFields>;
  readonly fields: NewExperiment;
  readonly savedMetrics: readonly WantedMetric[];
}

/**
 * Stores the experiments of projects. Every method takes the project id and does not find experiments of other
 * projects. An experiment, its flag and the log entries are written in one transaction, while no other transaction
 * changes flags of the project.
 */
export interface ExperimentRepository {
  list(projectId: number, query: ExperimentListQuery): Promise<Page<Experiment>>;
  /** The experiments that are not deleted, archived ones too. */
  listLive(projectId: number): Promise<readonly Experiment[]>;
  /** Also finds deleted experiments, which can be restored. */
  findById(projectId: number, id: number): Promise<Experiment | null>;
  /** Null if there is none, or it is deleted. */
  findForQuery(projectId: number, id: number): Promise<ExperimentForQuery | null>;
  countChanges(projectId: number, periods: ChangePeriods): Promise<ExperimentChanges>;
  isNameTaken(projectId: number, name: string): Promise<boolean>;
  /**
   * @param decide gets the project's flags that are not deleted; if it throws, nothing is changed and the caller gets
   *   the error
   */
  create(
    by: ProjectAuthor,
    decide: (live: readonly FeatureFlag[]) => ExperimentPlan,
  ): Promise<Experiment>;
  /**
   * Null if there is no such experiment.
   * @param decide gets the current experiment and the project's flags that are not deleted, which do not change until
   *   the change is written; if it throws, nothing is changed and the caller gets the error
   */
  update(
    by: ProjectAuthor,
    id: number,
    decide: (current: Experiment, live: readonly FeatureFlag[]) => ExperimentChange,
  ): Promise<Experiment | null>;
  /**
   * Creates the cohort of the exposed people. Null if there is no such experiment, or it is deleted.
   * @param fieldsOf returns the fields of the cohort; if it throws, nothing is changed and the caller gets the error
   */
  createExposureCohort(
    by: ProjectAuthor,
    id: number,
    fieldsOf: (experiment: Experiment) => Partial<CohortFields>,
  ): Promise<Cohort | null>;
}

export function createExperimentRepository({ db, change }: ResourceDatabase): ExperimentRepository {
  return {
    list: (projectId, query) => listExperiments(db, projectId, query),

    async listLive(projectId) {
      const rows = await db
        .selectFrom('experiments')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('deleted', '=', false)
        .orderBy('id')
        .execute();
      return loadExperiments(db, projectId, rows);
    },

    findById: (projectId, id) => selectExperiment(db, projectId, id),

    async findForQuery(projectId, id) {
      if (!isRowId(id)) return null;
      const experiment = await selectExperiment(db, projectId, id);
      return experiment === null || experiment.deleted ? null : forQuery(experiment);
    },

    countChanges: (projectId, periods) => countChanges(db, projectId, periods),

    async isNameTaken(projectId, name) {
      const row = await db
        .selectFrom('experiments')
        .select('id')
        .where('project_id', '=', projectId)
        .where('name', '=', name)
        .where('deleted', '=', false)
        .executeTakeFirst();
      return row !== undefined;
    },

    create: (by, decide) =>
      change(FLAG_HISTORY, by, async (tx) => {
        const plan = decide(await selectLiveFlags(tx, by.projectId));
        const { fields, savedMetrics } = plan;
        const flag: Recorded<FeatureFlag> =
          'id' in plan.flag
            ? await changeFlagOf(tx, by, plan.flag, plan.flagChange ?? {})
            : await insertFlag(tx, by, plan.flag);
        const made = await insertExperiment(tx, by, flag.result, fields, savedMetrics);
        return { result: made.result, entries: [...flag.entries, ...made.entries] };
      }),

    update: (by, id, decide) =>
      change<FeatureFlag, Experiment | null>(FLAG_HISTORY, by, async (tx) => {
        const current = await selectExperiment(tx, by.projectId, id);
        if (current === null) return { result: null, entries: [] };
        const live = await selectLiveFlags(tx, by.projectId);
        return changeExperiment(tx, by, current, decide(current, live));
      }),

    createExposureCohort: (by, id, fieldsOf) =>
      change<FeatureFlag, Cohort | null>(FLAG_HISTORY, by, async (tx) => {
        const experiment = await selectExperiment(tx, by.projectId, id);
        if (experiment === null || experiment.deleted) return { result: null, entries: [] };
        return insertExposureCohort(tx, by, experiment, fieldsOf(experiment));
      }),
  };
}
