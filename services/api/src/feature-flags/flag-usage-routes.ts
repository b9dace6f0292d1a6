import {
  dependentFlagsSchema,
  flagStatusSchema,
  flagUsageQuerySchema,
  flagUsageSchema,
  idParameter,
} from '@tidemark/contracts';
import type { FeatureFlagRepository, Project } from '@tidemark/postgres';
import type { QueryEngine } from '@tidemark/query-engine';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { wireTimeOrNull } from '../wire-time';
import { dependentsOf } from './flag-dependencies';
import { flagStatus } from './flag-status';
import { dailyCalls, lastCall } from './flag-calls';
import { found } from '../resource';

const access = { scope: 'feature_flag:read' } as const;
const params = z.object({ id: idParameter() });

/**
 * How a flag is used: by SDKs, and by other flags (`docs/wire/flags-management.md#flag-status`; `usage/` is ours).
 */
export function createFlagUsageRoutes(deps: {
  readonly flags: Pick<FeatureFlagRepository, 'findById' | 'listLive'>;
  readonly engine: QueryEngine;
  readonly now: () => Date;
}): readonly ProjectRoute[] {
  const { flags, engine, now } = deps;

  const flagOf = async (project: Project, id: number) => {
    return found(await flags.findById(project.id, id));
  };

  return [
    projectRoute({
      name: 'feature_flags_status',
      summary: 'Read whether a flag is active, stale or deleted',
      method: 'GET',
      path: '/feature_flags/:id/status/',
      access,
      params,
      response: flagStatusSchema,
      status: ({ status }) => (status === 'unknown' ? 404 : 200),
      statuses: [200, 404],
      async handle({ caller: { project }, params: { id }, signal }) {
        const flag = await flags.findById(project.id, id);
        if (flag === null) return { status: 'unknown' as const, reason: 'Flag could not be found' };
        const isUsed = flag.active && !flag.deleted;
        const called = isUsed ? await lastCall(engine, project, flag.key, signal) : null;
        return flagStatus(flag, called, now());
      },
    }),
    projectRoute({
      name: 'feature_flags_dependent_flags',
      summary: 'List flags that depend on a flag',
      method: 'GET',
      path: '/feature_flags/:id/dependent_flags/',
      access,
      params,
      response: dependentFlagsSchema,
      async handle({ caller: { project }, params: { id } }) {
        await flagOf(project, id);
        const dependents = dependentsOf(id, await flags.listLive(project.id));
        return dependents.map((flag) => ({
          id: flag.id,
          key: flag.key,
          name: flag.name === '' ? flag.key : flag.name,
        }));
      },
    }),
    projectRoute({
      name: 'feature_flags_usage',
      summary: 'Count the requests of a flag by day and value',
      method: 'GET',
      path: '/feature_flags/:id/usage/',
      access,
      params,
      query: flagUsageQuerySchema,
      response: flagUsageSchema,
      async handle({ caller: { project }, params: { id }, query: { days }, signal }) {
        const { key } = await flagOf(project, id);
        const [results, called] = await Promise.all([
          dailyCalls(engine, project, { key, days }, signal),
          lastCall(engine, project, key, signal),
        ]);
        const total = results.reduce((sum, { calls }) => sum + calls, 0);
        return { key, days, total, last_called_at: wireTimeOrNull(called), results };
      },
    }),
  ];
}
