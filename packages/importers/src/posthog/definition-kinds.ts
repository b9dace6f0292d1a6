import type { JsonObject } from '../json';
import { isObject, textOf } from '../json';
import { timestampOf } from '../times';
import { experimentMetrics, sharedMetricQuery } from './legacy-experiments';
import { legacyQuery } from './legacy-filters';
import { LegacyFiltersError } from './legacy-values';
import type { IdLookup, MissingReference } from './references';
import { References } from './references';

/** The body that creates an object in the target, or the reason why it is not imported. */
export type MappedDefinition =
  | { readonly kind: 'create'; readonly body: JsonObject; readonly notes: readonly string[] }
  | { readonly kind: 'left_out' }
  | {
      readonly kind: 'skipped';
      readonly reason: string;
      readonly missing: readonly MissingReference[];
    };

/** One resource of the project API: the path of its list, and the mapping of its objects. */
export interface DefinitionKind {
  readonly kind: string;
  /** Below `/api/projects/{id}/`. */
  readonly path: string;
  /** The lists with all objects. Archived ones may be in a list of their own. */
  readonly lists: readonly string[];
  /** The field whose values are unique in a project. */
  readonly uniqueBy: string | null;
  /**
   * Returns a text by which an object that several projects show is found in their lists; null for an object of one
   * project. Null if no object of this kind is shared.
   */
  readonly sharedAs: ((object: JsonObject) => string | null) | null;
  /** Whether objects refer to others of their kind by name, so that they can only be created after them. */
  readonly refersByName: boolean;
  /** Whether an item of a list lacks what `map` needs, which the object itself has. */
  readonly isIncomplete: (item: JsonObject) => boolean;
  readonly map: (source: JsonObject, lookup: IdLookup) => MappedDefinition;
}

/** The kinds whose list has no archived objects unless it is asked for them. */
const HAVE_ARCHIVED: ReadonlySet<string> = new Set(['feature_flag', 'experiment']);

/** Ordered so that objects are created before other objects refer to them. */
export const DEFINITION_KINDS: readonly DefinitionKind[] = [
  definition('event_definition', 'event_definitions', 'name', (source) => ({
    ...pick(source, ['name', 'description', 'tags', 'verified', 'hidden']),
  })),
  definition('insight_variable', 'insight_variables', 'name', (source) =>
    pick(source, ['name', 'type', 'default_value', 'values']),
  ),
  definition('action', 'actions', 'name', (source, refs) => ({
    ...pick(source, ['name', 'description', 'tags', 'pinned_at']),
    steps: refs.rewrite(source['steps'] ?? []),
  })),
  definition('cohort', 'cohorts', null, (source, refs) => ({
    ...pick(source, ['name', 'description', 'is_static']),
    ...(source['is_static'] !== true && {
      ...rewritten(refs, source, ['filters', 'query']),
      ...(!isObject(source['filters']) && rewritten(refs, source, ['groups'])),
    }),
  })),
  {
    ...definition('saved_view', 'warehouse_saved_queries', 'name', (source, refs) => ({
      ...pick(source, ['name']),
      ...rewritten(refs, source, ['query']),
    })),
    refersByName: true,
    isIncomplete: ({ query }) => !isObject(query),
  },
  definition('experiment_holdout', 'experiment_holdouts', 'name', (source, refs) => ({
    ...pick(source, ['name', 'description']),
    ...rewritten(refs, source, ['filters']),
  })),
  definition('experiment_saved_metric', 'experiment_saved_metrics', 'name', (source, refs) => ({
    ...pick(source, ['name', 'description', 'tags']),
    ...rewritten(refs, { query: sharedMetricQuery(source['query']) }, ['query']),
  })),
  definition('feature_flag', 'feature_flags', 'key', flagBody),
  definition('experiment', 'experiments', null, experimentBody),
  definition('survey', 'surveys', 'name', surveyBody),
  definition('early_access_feature', 'early_access_feature', null, (source, refs) => ({
    ...pick(source, ['name', 'description', 'stage', 'documentation_url', 'payload']),
    ...(isObject(source['feature_flag']) && {
      feature_flag_id: refs.id('feature_flag', source['feature_flag']['id']),
    }),
  })),
  definition('dashboard', 'dashboards', null, (source, refs) => ({
    ...pick(source, ['name', 'description', 'pinned', 'tags', 'breakdown_colors']),
    ...rewritten(refs, source, ['filters']),
    ...(isObject(source['variables']) && { variables: refs.variables(source['variables']) }),
  })),
  definition('insight', 'insights', null, (source, refs) => ({
    ...pick(source, ['name', 'derived_name', 'description', 'favorited', 'saved', 'tags', 'order']),
    ...(isObject(source['query'])
      ? rewritten(refs, source, ['query'])
      : rewritten(refs, { query: legacyQuery(source['filters']) }, ['query'])),
    dashboards: refs.ids('dashboard', source['dashboards'] ?? []),
  })),
  {
    ...definition('annotation', 'annotations', null, (source, refs) => ({
      ...pick(source, ['content', 'date_marker', 'creation_type', 'scope']),
      ...(isSet(source['dashboard_item']) && {
        dashboard_item: refs.id('insight', source['dashboard_item']),
      }),
      ...(isSet(source['dashboard_id']) && {
        dashboard_id: refs.id('dashboard', source['dashboard_id']),
      }),
    })),
    // All projects of an organization show it, so that another project of the organization has it already.
    sharedAs: ({ scope, content, date_marker: date }) =>
      scope === 'organization' ? JSON.stringify([content, timestampOf(date)]) : null,
  },
];

type Body = JsonObject & { readonly [NOTES]?: readonly string[] };
const NOTES = Symbol('notes');

function definition(
  kind: string,
  path: string,
  uniqueBy: string | null,
  bodyOf: (source: JsonObject, refs: References) => Body | null,
): DefinitionKind {
  return {
    kind,
    path,
    lists: HAVE_ARCHIVED.has(kind) ? [`${path}/`, `${path}/?archived=true`] : [`${path}/`],
    uniqueBy,
    sharedAs: null,
    refersByName: false,
    isIncomplete: () => false,
    map(source, lookup) {
      const refs = new References(lookup);
      const body = bodyOrReason(() => bodyOf(source, refs));
      if (typeof body === 'string') return { kind: 'skipped', reason: body, missing: [] };
      if (body === null) return { kind: 'left_out' };
      const { missing } = refs;
      if (missing.length === 0) return { kind: 'create', body, notes: body[NOTES] ?? [] };
      const named = missing.map(({ kind: name, id }) => `${name.replaceAll('_', ' ')} ${id}`);
      const reason = `it refers to objects that were not imported: ${[...new Set(named)].join(', ')}`;
      return { kind: 'skipped', reason, missing };
    },
  };
}

function bodyOrReason(bodyOf: () => Body | null): Body | string | null {
  try {
    return bodyOf();
  } catch (error) {
    if (error instanceof LegacyFiltersError) return error.message;
    throw error;
  }
}

const HIDDEN_PAYLOADS =
  'the encrypted payloads were not imported, because the source does not return them';

function flagBody(source: JsonObject, refs: References): Body | null {
  // A survey creates its targeting flag itself.
  if (isSurveyFlag(source)) return null;
  const filters = refs.rewrite(source['filters'] ?? {});
  const hidden = source['has_encrypted_payloads'] === true;
  return {
    ...pick(source, [
      ...['key', 'name', 'active', 'ensure_experience_continuity', 'evaluation_runtime', 'tags'],
      ...['bucketing_identifier', 'is_remote_configuration', 'evaluation_contexts'],
      'archived',
    ]),
    filters: hidden && isObject(filters) ? { ...filters, payloads: {} } : filters,
    ...(hidden && { [NOTES]: [HIDDEN_PAYLOADS] }),
  };
}

function experimentBody(source: JsonObject, refs: References): Body {
  const { notes, ...metrics } = experimentMetrics(source);
  return {
    ...pick(source, [
      ...['name', 'description', 'type', 'parameters', 'stats_config', 'start_date', 'end_date'],
      ...['primary_metrics_ordered_uuids', 'secondary_metrics_ordered_uuids', 'archived'],
      ...['conclusion', 'conclusion_comment', 'only_count_matured_users'],
    ]),
    feature_flag_key: source['feature_flag_key'],
    ...rewritten(refs, metrics, ['metrics', 'metrics_secondary']),
    ...rewritten(refs, source, ['exposure_criteria']),
    ...(isSet(source['holdout_id']) && {
      holdout_id: refs.id('experiment_holdout', source['holdout_id']),
    }),
    saved_metrics_ids: listOf(source['saved_metrics']).map((link) => ({
      id: refs.id('experiment_saved_metric', link['saved_metric']),
      metadata: link['metadata'] ?? { type: 'primary' },
    })),
    allow_unknown_events: true,
    ...(notes.length > 0 && { [NOTES]: notes }),
  };
}

/** Whether a flag belongs to a survey, which creates it. */
export function isSurveyFlag(source: JsonObject): boolean {
  return /^survey-targeting-/.test(textOf(source['key']) ?? '');
}

const LINKED_INSIGHT = 'the link of the survey to an insight was not imported';

function surveyBody(source: JsonObject, refs: References): Body {
  const { linked_flag: linked, targeting_flag: targeting, conditions } = source;
  const actions = isObject(conditions) ? conditions['actions'] : undefined;
  return {
    ...pick(source, [
      ...['name', 'description', 'type', 'questions', 'appearance', 'schedule', 'start_date'],
      ...['end_date', 'archived', 'responses_limit', 'iteration_count'],
      ...['iteration_frequency_days', 'enable_partial_responses', 'response_sampling_start_date'],
      ...['response_sampling_interval', 'response_sampling_limit'],
    ]),
    ...(isObject(conditions) && {
      conditions: {
        ...conditions,
        ...(isObject(actions) && {
          actions: {
            ...actions,
            values: listOf(actions['values']).map((action) => ({
              id: refs.id('action', action['id']),
              name: action['name'],
            })),
          },
        }),
      },
    }),
    ...(isObject(linked) && { linked_flag_id: refs.id('feature_flag', linked['id']) }),
    ...(isObject(targeting) && { targeting_flag_filters: refs.rewrite(targeting['filters']) }),
    ...(isSet(source['linked_insight_id']) && { [NOTES]: [LINKED_INSIGHT] }),
  };
}

function rewritten(refs: References, source: JsonObject, names: readonly string[]): JsonObject {
  const chosen = pick(source, names);
  return Object.fromEntries(
    Object.entries(chosen).map(([name, value]) => [name, refs.rewrite(value)]),
  );
}

/** Returns the members that are set. The API returns null for a missing value. */
export function pick(source: JsonObject, names: readonly string[]): JsonObject {
  const present = names.filter((name) => isSet(source[name]));
  return Object.fromEntries(present.map((name) => [name, source[name]]));
}

export function listOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}
