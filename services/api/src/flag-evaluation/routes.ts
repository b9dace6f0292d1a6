import type { ProjectRoute } from '../auth/routes';
import type { ApiParts } from '../parts';
import { createBlastRadiusRoutes } from './blast-radius-routes';
import { createFlagDryRunRoutes } from './dry-run-routes';
import { createFlagEvaluationRoutes } from './evaluation-routes';
import { createTestEvaluationRoutes } from './test-evaluation-routes';
import { createFlagEvaluator } from './flag-evaluator';

/** Routes for the values of flags for a person, and for the audience of conditions. */
export function createFlagEvaluationsRoutes(
  parts: Pick<
    ApiParts,
    'flags' | 'cohorts' | 'cohortPersons' | 'personReader' | 'hashKeys' | 'engine' | 'now'
  >,
): readonly ProjectRoute[] {
  const evaluator = createFlagEvaluator({ ...parts, persons: parts.personReader });
  return [
    ...createFlagEvaluationRoutes({ evaluator }),
    ...createFlagDryRunRoutes({ ...parts, evaluator }),
    ...createTestEvaluationRoutes({ ...parts, evaluator }),
    ...createBlastRadiusRoutes(parts),
  ];
}
