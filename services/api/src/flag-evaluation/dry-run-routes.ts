import { requireScope } from '@tidemark/access';
import type { FlagDryRunResponse } from '@tidemark/contracts';
import { flagDryRunResponseSchema, flagDryRunSchema } from '@tidemark/contracts';
import type { FlagExplanation, StoredFlag } from '@tidemark/flag-engine';
import { ALL_FLAGS, evaluateFlags, explainFlags, flagValue } from '@tidemark/flag-engine';
import type { CohortRepository, FeatureFlag } from '@tidemark/postgres';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import type { FlagEvaluator } from './flag-evaluator';
import { factsOf } from './request-facts';
import { checkUnsaved, NEW_FLAG_ID, withUnsaved } from './unsaved-flag';

type ExplainedFlag = FlagDryRunResponse['flags'][number];

/** The value of each flag for a person, and why, condition by condition. Ours. */
export function createFlagDryRunRoutes(deps: {
  readonly evaluator: FlagEvaluator;
  readonly cohorts: Pick<CohortRepository, 'listLive'>;
}): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'feature_flags_dry_run',
      summary: 'Evaluate a saved or unsaved flag for a distinct id',
      method: 'POST',
      path: '/feature_flags/dry_run/',
      access: { scope: 'feature_flag:read' },
      body: flagDryRunSchema,
      response: flagDryRunResponseSchema,
      async handle({ caller, body }) {
        // Explanations contain stored properties of the person.
        if (body.use_stored_properties) requireScope(caller, 'person:read');
        const facts = factsOf(body.distinct_id, {
          deviceId: body.$device_id ?? null,
          anonDistinctId: body.$anon_distinct_id ?? null,
          groups: body.groups,
          personPropertyOverrides: body.person_properties,
          groupPropertyOverrides: body.group_properties,
        });
        const { flag: unsaved, use_stored_properties: useStored } = body;
        const { id: projectId } = caller.project;
        if (unsaved !== undefined) await checkUnsaved(deps.cohorts, projectId, unsaved);
        let flagKeys = body.flag_keys ?? null;
        const change = (live: readonly FeatureFlag[]): readonly StoredFlag[] => {
          if (unsaved === undefined) return live;
          const { flags, key } = withUnsaved(projectId, live, unsaved);
          flagKeys ??= [key];
          return flags;
        };
        const { evaluated, definitions, compiled, context, person } = await deps.evaluator.prepare(
          caller.project,
          facts,
          { useStored, change },
        );
        const selection = { ...ALL_FLAGS, flagKeys };
        const explained = explainFlags(compiled, definitions, context, selection);
        const inactive = evaluated.filter(
          ({ active, key }) => !active && (selection.flagKeys?.includes(key) ?? true),
        );
        return {
          person: person && { id: person.id, properties: { ...person.properties } },
          errors_while_computing_flags: evaluateFlags(compiled, context, selection)
            .errorsWhileComputing,
          flags: [...explained.map(explainedFlag), ...inactive.map(inactiveFlag)],
        };
      },
    }),
  ];
}

function explainedFlag({ result, dependencies, conditions }: FlagExplanation): ExplainedFlag {
  return {
    id: savedId(result.id),
    key: result.key,
    value: flagValue(result),
    failed: result.failed === true,
    reason: result.reason,
    payload: result.payload,
    dependencies,
    conditions: conditions.map((condition) => ({
      ...condition,
      filters: condition.filters.map((one) => ({ ...one, filter: { ...one.filter } })),
    })),
  };
}

const savedId = (id: number): number | null => (id === NEW_FLAG_ID ? null : id);

function inactiveFlag({ id, key }: StoredFlag): ExplainedFlag {
  return {
    id: savedId(id),
    key,
    value: false,
    failed: false,
    reason: {
      code: 'flag_disabled',
      condition_index: null,
      description: 'Feature flag is disabled',
    },
    payload: null,
    dependencies: null,
    conditions: [],
  };
}
