import type { SelectQueryBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Reader } from '../activity-log/unit-of-work';
import { wordsPattern } from '../like-pattern';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { Schema } from '../schema';
import type { FeatureFlag } from './feature-flag';
import { toFeatureFlag } from './feature-flag';

/**
 * A filter of flags that are not deleted (`docs/wire/flags-management.md#flag-list`); absent fields do not restrict
 * the result.
 */
export interface FlagFilterQuery {
  /** A part of the key or name; the letter case is ignored. */
  readonly search?: string;
  readonly active?: boolean;
  /** Active flags without a call since this time; if no call is known, those that are older and return one value. */
  readonly staleBefore?: Date;
  readonly createdById?: number;
  /** `experiment`: flags of an experiment that is not deleted. */
  readonly type?: 'boolean' | 'multivariant' | 'experiment' | 'remote_config';
  readonly evaluationRuntime?: string;
  readonly excludedKeys?: readonly string[];
  /** Flags with any of these tags, compared as stored. */
  readonly tags?: readonly string[];
  readonly hasEvaluationContexts?: boolean;
  readonly ids?: readonly number[];
  /** True: only archived flags; false: only others; absent: both. */
  readonly archived?: boolean;
  /** Only flags with two or more variants, the first of which is `control`. */
  readonly isExperimental?: boolean;
}

export const FLAG_ORDER_FIELDS = [
  'id',
  'key',
  'name',
  'active',
  'version',
  'created_at',
  'updated_at',
  'created_by_id',
] as const;

export interface FeatureFlagListQuery extends FlagFilterQuery {
  /** If absent, newest first. */
  readonly order?: {
    readonly field: (typeof FLAG_ORDER_FIELDS)[number];
    readonly descending: boolean;
  };
  readonly page: PageRequest;
}

type Matches = SelectQueryBuilder<Schema, 'feature_flags', object>;

/** The project's flags that are not deleted and match the query; equal rows are ordered by id, newest first. */
export async function listFlags(
  db: Reader,
  projectId: number,
  query: FeatureFlagListQuery,
): Promise<Page<FeatureFlag>> {
  const { order, page } = query;
  const live = db
    .selectFrom('feature_flags')
    .where('project_id', '=', projectId)
    .where('deleted', '=', false)
    // Flags that select the audience of a survey are only managed with the survey.
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('surveys')
            .select('surveys.id')
            .where((survey) =>
              survey.or([
                survey('surveys.internal_targeting_flag_id', '=', survey.ref('feature_flags.id')),
                survey('surveys.targeting_flag_id', '=', survey.ref('feature_flags.id')),
              ]),
            )
            .whereRef('surveys.project_id', '=', 'feature_flags.project_id'),
        ),
      ),
    );
  const matches = filtered(live, query);
  const rows = matches
    .selectAll()
    .orderBy(order?.field ?? 'created_at', order?.descending === false ? 'asc' : 'desc')
    .orderBy('id', 'desc');
  return readPage(matches, rows, page, toFeatureFlag);
}

const VARIANTS = sql`CASE WHEN jsonb_typeof(filters #> '{multivariate,variants}') = 'array'
  THEN filters #> '{multivariate,variants}' ELSE '[]'::jsonb END`;
const GROUPS = sql`CASE WHEN jsonb_typeof(filters -> 'groups') = 'array'
  THEN filters -> 'groups' ELSE '[]'::jsonb END`;

/** Equivalent to `rolledOutTo`: a condition for all users, and only one result. */
const ONE_RESULT = sql<boolean>`(
  (jsonb_array_length(${VARIANTS}) = 0 AND jsonb_array_length(${GROUPS}) = 0)
  OR EXISTS (
    SELECT 1 FROM jsonb_array_elements(${GROUPS}) AS condition
    WHERE condition -> 'rollout_percentage' = '100'::jsonb
      AND coalesce(nullif(condition -> 'properties', 'null'::jsonb), '[]'::jsonb) = '[]'::jsonb
      AND (
        jsonb_array_length(${VARIANTS}) = 0
        OR condition ->> 'variant' IS NOT NULL
        OR EXISTS (
          SELECT 1 FROM jsonb_array_elements(${VARIANTS}) AS variant
          WHERE variant -> 'rollout_percentage' = '100'::jsonb
        )
      )
  )
)`;

/** Equivalent to `flagStatus`: a flag that was called is stale by its last call, any other one by its conditions. */
function isStale(before: Date) {
  return sql<boolean>`(active AND CASE
    WHEN last_called_at IS NOT NULL THEN last_called_at < ${before}
    ELSE created_at < ${before} AND ${ONE_RESULT}
  END)`;
}

function filtered(flags: Matches, query: FlagFilterQuery): Matches {
  const { search, active, staleBefore, createdById, type, tags } = query;
  return flags
    .$if(active !== undefined, (q) => q.where('active', '=', active ?? true))
    .$if(staleBefore !== undefined, (q) => q.where(isStale(staleBefore ?? new Date(0))))
    .$if(search !== undefined, (q) => {
      const pattern = wordsPattern(search ?? '');
      return q.where((e) => e.or([e('key', '~*', pattern), e('name', '~*', pattern)]));
    })
    .$if(createdById !== undefined, (q) => q.where('created_by_id', '=', createdById ?? 0))
    .$if(type === 'boolean', (q) => q.where(sql<boolean>`jsonb_array_length(${VARIANTS}) = 0`))
    .$if(type === 'multivariant', (q) => q.where(sql<boolean>`jsonb_array_length(${VARIANTS}) > 0`))
    .$if(type === 'experiment', (q) => q.where(sql<boolean>`cardinality(experiment_ids) > 0`))
    .$if(type === 'remote_config', (q) => q.where('is_remote_configuration', '=', true))
    .$if(query.evaluationRuntime !== undefined, (q) =>
      q.where('evaluation_runtime', '=', query.evaluationRuntime ?? ''),
    )
    .$if(query.excludedKeys !== undefined, (q) =>
      q.where(sql<boolean>`NOT key = ANY (${query.excludedKeys ?? []}::text[])`),
    )
    .$if(tags !== undefined, (q) => q.where(sql<boolean>`tags && ${tags ?? []}::text[]`))
    .$if(query.hasEvaluationContexts !== undefined, (q) =>
      q.where(
        sql<boolean>`(cardinality(evaluation_contexts) > 0) = ${query.hasEvaluationContexts ?? true}`,
      ),
    )
    .$if(query.archived !== undefined, (q) => q.where('archived', '=', query.archived ?? false))
    .$if(query.isExperimental === true, (q) =>
      q.where(
        sql<boolean>`jsonb_array_length(${VARIANTS}) > 1 AND ${VARIANTS} #>> '{0,key}' = 'control'`,
      ),
    )
    .$if(query.ids !== undefined, (q) =>
      q.where(sql<boolean>`id = ANY (${query.ids ?? []}::integer[])`),
    );
}
