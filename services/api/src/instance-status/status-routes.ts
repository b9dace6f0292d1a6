import { listSlowQueries } from '@tidemark/clickhouse';
import { instanceQueriesSchema, instanceStatusSchema } from '@tidemark/contracts';
import { productVersion } from '@tidemark/platform';
import type { ProjectRepository, UserRepository } from '@tidemark/postgres';
import type { AccountRoute } from '../auth/routes';
import { accountRoute } from '../auth/routes';
import { wireTime } from '../wire-time';
import { judge } from './judge';
import type { MeasureDeps } from './measure';
import { measure } from './measure';
import { overviewOf } from './overview';

const PATH = '/api/instance_status/';
/** Access for administrators and owners: an installation has one organization (docs/decisions/0216). */
export const INSTANCE_ACCESS = { scope: 'organization:write' } as const;
const SLOW_MS = 1_000;
const SHOWN_QUERIES = 50;
const DAY_MS = 86_400_000;
const EVERYTHING = { limit: null, offset: 0 };

export interface StatusRouteDeps extends MeasureDeps {
  readonly projects: Pick<ProjectRepository, 'list'>;
  readonly users: Pick<UserRepository, 'findMany'>;
}

/** Routes for the state of the installation and its slow queries. */
export function createStatusRoutes(deps: StatusRouteDeps): readonly AccountRoute[] {
  const version = productVersion();
  return [
    accountRoute({
      name: 'instance_status_list',
      summary: 'Read the health of the installation, with the reasons for problems',
      method: 'GET',
      path: PATH,
      access: INSTANCE_ACCESS,
      response: instanceStatusSchema,
      async handle() {
        const measured = await measure(deps);
        const { stores, processes, ingestion, queues } = measured;
        return {
          ...judge(measured),
          checked_at: wireTime(deps.now()),
          version,
          processes: [...processes],
          stores: [...stores],
          ingestion,
          queues: queues && [...queues],
          results: {
            overview: overviewOf({
              version,
              stores: [...stores],
              processes: [...processes],
              ingestion,
            }),
          },
        };
      },
    }),
    accountRoute({
      name: 'instance_status_queries',
      summary: 'List the slowest queries of the last 24 hours',
      method: 'GET',
      path: `${PATH}queries/`,
      access: INSTANCE_ACCESS,
      response: instanceQueriesSchema,
      async handle({ caller }) {
        const { rows: projects } = await deps.projects.list(caller.user.organizationId, EVERYTHING);
        const rows = await listSlowQueries(deps.clickhouse, {
          projectIds: projects.map(({ id }) => id),
          after: new Date(deps.now().getTime() - DAY_MS),
          atLeastMs: SLOW_MS,
          limit: SHOWN_QUERIES,
        });
        const people = await deps.users.findMany([
          ...new Set(rows.map(({ created_by: id }) => id).filter((id) => id !== 0)),
        ]);
        return {
          results: {
            clickhouse_slow_log: rows.map(({ team_id: project, created_by: user, ...row }) => ({
              project_id: project,
              ...row,
              user: people.get(user)?.email ?? null,
            })),
          },
        };
      },
    }),
  ];
}
