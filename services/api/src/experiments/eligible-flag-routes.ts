import { featureFlagSchema } from '@tidemark/contracts';
import { countParameter, validationError } from '@tidemark/platform';
import type { PageRequest } from '@tidemark/postgres';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import type { FlagBodyDeps } from '../feature-flags/flag-bodies';
import { createFlagBodies } from '../feature-flags/flag-bodies';
import { flagFilterParameters, flagFilterQuery, flagOrder } from '../feature-flags/flag-list-query';
import { openPayloadSecrets } from '../feature-flags/payload-secrets';
import type { ApiParts } from '../parts';
import { pageParameters, parameter } from '../query-parameters';

const LIMIT = { usual: 20, most: 100 } as const;

const query = flagFilterParameters
  .pick({
    active: true,
    created_by_id: true,
    search: true,
    evaluation_runtime: true,
    has_evaluation_contexts: true,
  })
  .extend({
    ...pageParameters,
    order: parameter('A field. A `-` before it reverses the order.'),
  });

/** The flags that a new experiment can have (`docs/wire/experiments.md#experiment-eligible-flags`). */
export function createEligibleFlagRoutes(
  parts: Omit<FlagBodyDeps, 'secrets'> & Pick<ApiParts, 'flagLists' | 'config'>,
): readonly ProjectRoute[] {
  const bodies = createFlagBodies({ ...parts, secrets: openPayloadSecrets(parts.config) });
  return [
    projectRoute({
      name: 'experiments_eligible_feature_flags_retrieve',
      summary: 'List the flags that a new experiment can have',
      method: 'GET',
      path: '/experiments/eligible_feature_flags/',
      access: { scope: 'feature_flag:read' },
      query,
      response: z.object({ results: z.array(featureFlagSchema), count: z.int() }),
      async handle({ caller: { project }, url }) {
        const given = Object.fromEntries(url.searchParams);
        const filters = flagFilterQuery(
          Object.fromEntries(Object.keys(query.shape).map((name) => [name, given[name]])),
          parts.now(),
        );
        const order = orderOf(url.searchParams);
        const page = await parts.flagLists.list(project.id, {
          ...filters,
          archived: false,
          isExperimental: true,
          ...(order !== undefined && { order }),
          page: pageOf(url.searchParams),
        });
        return {
          results: page.rows.map(await bodies(project.id, page.rows)),
          count: page.count,
        };
      },
    }),
  ];
}

function pageOf(parameters: URLSearchParams): PageRequest {
  const limit = countParameter(parameters.get('limit')) || LIMIT.usual;
  const offset = countParameter(parameters.get('offset')) ?? 0;
  return { limit: Math.min(limit, LIMIT.most), offset };
}

/** @throws ApiError 400 for an invalid order */
function orderOf(parameters: URLSearchParams): ReturnType<typeof flagOrder> {
  const text = parameters.get('order') ?? '';
  const order = flagOrder(new URLSearchParams({ order: text }));
  if (order !== undefined || text === '') return order;
  throw validationError('invalid_input', `Invalid order field: '${text.slice(0, 100)}'`, 'order');
}
