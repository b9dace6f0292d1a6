import {
  flagTestEvaluationRequestSchema,
  flagTestEvaluationSchema,
  grants,
  idParameter,
} from '@tidemark/contracts';
import { ALL_FLAGS, explainFlags } from '@tidemark/flag-engine';
import { notFound } from '@tidemark/platform';
import type { CohortPersons, FeatureFlagRepository } from '@tidemark/postgres';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { canonicalUuid } from '../uuid';
import { found } from '../resource';
import type { FlagEvaluator } from './flag-evaluator';
import { factsOf } from './request-facts';
import { testedConditions, testedResult } from './test-evaluation-body';

const groupsSchema = z.object({ groups: z.array(z.record(z.string(), z.unknown())) });

/** Routes that evaluate one flag for a person and explain the result, in the form of PostHog's tools. */
export function createTestEvaluationRoutes(deps: {
  readonly evaluator: FlagEvaluator;
  readonly flags: Pick<FeatureFlagRepository, 'findById'>;
  readonly cohortPersons: Pick<CohortPersons, 'findPersons'>;
}): readonly ProjectRoute[] {
  const { evaluator, flags, cohortPersons } = deps;

  /** A distinct id of the person. @throws ApiError 404 when there is no such person */
  const distinctIdOf = async (projectId: number, personId: string): Promise<string> => {
    const uuid = canonicalUuid(personId);
    const [person] = uuid === null ? [] : await cohortPersons.findPersons(projectId, [uuid]);
    const distinctId = person?.distinctIds[0];
    if (distinctId === undefined) throw notFound('Person not found');
    return distinctId;
  };

  return [
    projectRoute({
      name: 'feature_flags_test_evaluation_create',
      summary: 'Evaluate a flag for a person, with the reasons',
      method: 'POST',
      path: '/feature_flags/:id/test_evaluation/',
      access: { scope: 'feature_flag:read' },
      params: z.object({ id: idParameter() }),
      body: flagTestEvaluationRequestSchema,
      response: flagTestEvaluationSchema,
      async handle({ caller, params: { id }, body }) {
        const flag = found(await flags.findById(caller.project.id, id));
        if (flag.deleted) throw notFound();
        const distinctId =
          body.distinct_id ?? (await distinctIdOf(caller.project.id, body.person_id ?? ''));
        const facts = factsOf(distinctId, { groups: body.groups ?? {} });
        const { compiled, definitions, context, person } = await evaluator.prepare(
          caller.project,
          facts,
        );
        const selection = { ...ALL_FLAGS, flagKeys: [flag.key] };
        const explained = explainFlags(compiled, definitions, context, selection);
        const tested = explained.find(({ result }) => result.id === id);
        const outgoing = {
          evaluation_distinct_id: body.distinct_id ?? null,
          person_properties: {},
          conditions: [],
        };
        if (tested === undefined) {
          // Disabled flags are not evaluated.
          return {
            flag_key: flag.key,
            result: false,
            reason: 'flag_disabled',
            condition_index: null,
            payload: null,
            ...outgoing,
          };
        }
        const stored = groupsSchema.safeParse(flag.filters);
        const groups = stored.success ? stored.data.groups : [];
        const properties = person?.properties ?? {};
        const returned = grants(caller.key.scopes, 'person:read')
          ? { ...properties }
          : pick(properties, keysOf(groups));
        return {
          ...testedResult(tested),
          ...outgoing,
          person_properties: returned,
          conditions: testedConditions(tested, groups),
        };
      },
    }),
  ];
}

/** The properties that conditions use. */
function keysOf(groups: readonly Record<string, unknown>[]): ReadonlySet<unknown> {
  const filters = groups.flatMap(({ properties }): unknown[] =>
    Array.isArray(properties) ? properties : [],
  );
  return new Set(filters.map((filter) => (Object(filter) as { key?: unknown }).key));
}

function pick(
  properties: Readonly<Record<string, unknown>>,
  keys: ReadonlySet<unknown>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).filter(([key]) => keys.has(key)));
}
