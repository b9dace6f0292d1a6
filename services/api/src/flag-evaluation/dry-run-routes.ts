import { requireScope } from '@tidemark/access';
import type { FlagDryRunResponse } from '@tidemark/contracts';
import { flagDryRunResponseSchema, flagDryRunSchema } from '@tidemark/contracts';
import type { FlagExplanation } from '@tidemark/flag-engine';
import { ALL_FLAGS, evaluateFlags, explainFlags, flagValue } from '@tidemark/flag-engine';
import type { FeatureFlag } from '@tidemark/postgres';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import type { FlagEvaluator } from './flag-evaluator';
import { factsOf } from './request-facts';

type ExplainedFlag = FlagDryRunResponse['flags'][number];

/** The value of each flag for a person, and why, condition by condition. Ours. */
export function createFlagDryRunRoutes(deps: {
  readonly evaluator: FlagEvaluator;
}): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'feature_flags_dry_run',
      summary: 'What a flag would be for a distinct id, saved or not',
      method: 'POST',
      path: '/feature_flags/dry_run/',
      access: { scope: 'feature_flag:read' },
      body: flagDryRunSchema,
      response: flagDryRunResponseSchema,
      async handle({ caller, body }) {
        // Explanations quote what is stored of the person.
        if (body.use_stored_properties) requireScope(caller, 'person:read');
        const facts = factsOf(body.distinct_id, {
          deviceId: body.$device_id ?? null,
          anonDistinctId: body.$anon_distinct_id ?? null,
          groups: body.groups,
          personPropertyOverrides: body.person_properties,
          groupPropertyOverrides: body.group_properties,
        });
        const { flags, definitions, compiled, context, person } = await deps.evaluator.prepare(
          caller.project,
          facts,
          body.use_stored_properties,
        );
        const selection = { ...ALL_FLAGS, flagKeys: body.flag_keys ?? null };
        const explained = explainFlags(compiled, definitions, context, selection);
        const inactive = flags.filter(
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
    id: result.id,
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

function inactiveFlag({ id, key }: FeatureFlag): ExplainedFlag {
  return {
    id,
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
