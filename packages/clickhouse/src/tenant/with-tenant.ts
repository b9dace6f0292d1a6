import type { Logger } from '@tidemark/platform';
import type { ClickHouse, NamedQuery } from '../clickhouse';
import type { StatementSettings } from '../settings';
import { rejectSettingsClause } from './statement-settings';
import { PROJECT_SETTING } from './tenant-tables';
import { createTenantWall } from './tenant-wall';
import type { WallMode } from './tenant-wall';

/** How statements of projects are sent to ClickHouse. */
export interface TenantOptions {
  readonly mode: WallMode;
  /** The URL of the tenant user; by default derived from that of the main user. */
  readonly url?: string | undefined;
}

/**
 * Sends statements of projects as the tenant user, everything else as the main user.
 *
 * @param tenant the client of the tenant user; queries of projects are cancelled by the main user, because the tenant user lacks the permission
 */
export function withTenant(
  main: ClickHouse,
  tenant: ClickHouse,
  { mode, logger }: { readonly mode: WallMode; readonly logger: Logger },
): ClickHouse {
  const wall = createTenantWall({ mode, tenant, logger, now: () => performance.now() });
  const route = async <Query extends NamedQuery>(
    query: Query,
  ): Promise<{ readonly via: ClickHouse; readonly query: Query }> => {
    const { projectId } = query;
    if (projectId === undefined) return { via: main, query };
    rejectSettingsClause(query.sql);
    if (!(await wall.stands())) return { via: main, query };
    const settings = { ...query.settings, ...projectSettings(projectId, main.cluster) };
    return { via: tenant, query: { ...query, settings } };
  };
  return {
    ...main,
    query: async (given) => {
      const { via, query } = await route(given);
      return via.query(query);
    },
    stream: async (given) => {
      const { via, query } = await route(given);
      return via.stream(query);
    },
    close: async () => {
      await Promise.all([main.close(), tenant.close()]);
    },
  };
}

function projectSettings(projectId: number, cluster: string | null): StatementSettings {
  return {
    [PROJECT_SETTING]: String(projectId),
    readonly: 1,
    // Otherwise a shard would run the plan of another node without its own policies.
    ...(cluster !== null && { serialize_query_plan: 0 }),
  };
}
