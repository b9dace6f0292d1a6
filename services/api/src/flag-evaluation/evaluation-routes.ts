import type { EvaluationReasons } from '@tidemark/contracts';
import { evaluationReasonsSchema, myFlagsSchema } from '@tidemark/contracts';
import type { FlagResult } from '@tidemark/flag-engine';
import { evaluateFlags, flagValue } from '@tidemark/flag-engine';
import { validationError } from '@tidemark/platform';
import type { FeatureFlag } from '@tidemark/postgres';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import type { FlagEvaluator } from './flag-evaluator';
import { minimalFlag } from './minimal-flag';
import { factsOf, groupsOf } from './request-facts';
import { parameter } from '../query-parameters';

const access = { scope: 'feature_flag:read' } as const;

const groups = parameter('A JSON object: the key of the group by its type.');
const reasonsQuery = z.object({ distinct_id: parameter('The distinct id; required.'), groups });

/** The values of flags for one subject (`docs/wire/flags-management.md#evaluation-reasons`). */
export function createFlagEvaluationRoutes(deps: {
  readonly evaluator: FlagEvaluator;
}): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'feature_flags_my_flags',
      summary: 'Evaluate all flags for the owner of the key',
      method: 'GET',
      path: '/feature_flags/my_flags/',
      access,
      query: z.object({ groups }),
      response: myFlagsSchema,
      async handle({ caller: { project, user }, url }) {
        const facts = factsOf(user.distinctId, { groups: groupsOf(url) });
        const { flags, compiled, context } = await deps.evaluator.prepare(project, facts);
        const { results } = evaluateFlags(compiled, context);
        return flags.toReversed().map((flag) => {
          const result = results.get(flag.key);
          return {
            feature_flag: minimalFlag(flag),
            value: result === undefined ? false : flagValue(result),
          };
        });
      },
    }),
    projectRoute({
      name: 'feature_flags_evaluation_reasons',
      summary: 'Evaluate all flags for a distinct id, with the reasons',
      method: 'GET',
      path: '/feature_flags/evaluation_reasons/',
      access,
      query: reasonsQuery,
      response: evaluationReasonsSchema,
      async handle({ caller: { project }, url }) {
        const distinctId = url.searchParams.get('distinct_id') ?? '';
        if (distinctId === '') {
          throw validationError('required', 'distinct_id is required', 'distinct_id');
        }
        const facts = factsOf(distinctId, { groups: groupsOf(url) });
        const { flags, compiled, context } = await deps.evaluator.prepare(project, facts);
        const { results } = evaluateFlags(compiled, context);
        return Object.fromEntries(
          flags.map((flag) => [flag.key, reasonOf(flag, results.get(flag.key))]),
        );
      },
    }),
  ];
}

function reasonOf(
  { active }: FeatureFlag,
  result: FlagResult | undefined,
): EvaluationReasons[string] {
  if (!active || result === undefined) {
    return { value: false, evaluation: { reason: 'disabled', condition_index: null } };
  }
  const { code, condition_index } = result.reason;
  return { value: flagValue(result), evaluation: { reason: code, condition_index } };
}
