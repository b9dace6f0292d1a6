import { isDeepStrictEqual } from 'node:util';
import type { QuotaLimit, UsageCounts, UsageLimits, UsageResource } from '@tidemark/contracts';
import { sql } from 'kysely';
import type { Database } from '../database';
import type { UsageCount } from './count-usage';

/** Usage and its limits. */
interface LimitedUsage {
  readonly used: UsageCounts;
  readonly limits: UsageLimits;
}

/** The usage of a project and of its organization in one month. */
interface MonthUsage extends LimitedUsage {
  readonly organization: LimitedUsage;
}

export interface UsageRepository {
  /** Counts by day; days without usage are left out. Both bounds are inclusive, `YYYY-MM-DD`. */
  list(projectId: number, from: string, to: string): Promise<readonly UsageCount[]>;
  /** @param from the first day of the month, `YYYY-MM-DD` */
  month(projectId: number, from: string): Promise<MonthUsage>;
  /**
   * Stores which limits are reached.
   * @param usedUp returns the used-up resources for the usage of a project and of its organization
   * @returns the projects whose quotas have changed
   */
  updateQuotas(
    from: string,
    usedUp: (parts: readonly LimitedUsage[]) => readonly QuotaLimit[],
  ): Promise<readonly number[]>;
}

interface SumRow {
  readonly projectId: number;
  readonly organizationId: string;
  readonly resource: UsageResource;
  readonly count: number;
}

export function createUsageRepository({ db, unrecorded }: Database): UsageRepository {
  const sums = async (
    from: string,
    organizationIds: readonly string[],
  ): Promise<readonly SumRow[]> => {
    const { rows } = await sql<SumRow>`
      SELECT u.project_id AS "projectId", p.organization_id AS "organizationId", u.resource,
        sum(u.count)::bigint AS count
      FROM usage_days u JOIN projects p ON p.id = u.project_id
      WHERE u.day >= ${from}::date AND p.organization_id = ANY (${organizationIds}::uuid[])
      GROUP BY u.project_id, p.organization_id, u.resource`.execute(db);
    return rows;
  };
  const limited = () =>
    db
      .selectFrom('projects')
      .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
      .select([
        'projects.id',
        'projects.organization_id as organizationId',
        'projects.usage_limits as limits',
        'projects.counted_quotas as quotas',
        'organizations.usage_limits as organizationLimits',
      ]);

  return {
    async list(projectId, from, to) {
      const { rows } = await sql<UsageCount>`
        SELECT project_id AS "projectId", to_char(day, 'YYYY-MM-DD') AS day, resource, count
        FROM usage_days
        WHERE project_id = ${projectId} AND day BETWEEN ${from}::date AND ${to}::date
        ORDER BY day, resource`.execute(db);
      return rows;
    },

    async month(projectId, from) {
      const project = await limited()
        .where('projects.id', '=', projectId)
        .executeTakeFirstOrThrow();
      const rows = await sums(from, [project.organizationId]);
      return {
        used: countsOf(rows.filter((row) => row.projectId === projectId)),
        limits: project.limits,
        organization: { used: countsOf(rows), limits: project.organizationLimits },
      };
    },

    async updateQuotas(from, usedUp) {
      const projects = await limited()
        .where((e) =>
          e.or([
            sql<boolean>`projects.usage_limits <> '{}'`,
            sql<boolean>`projects.counted_quotas <> '[]'`,
            sql<boolean>`organizations.usage_limits <> '{}'`,
          ]),
        )
        .execute();
      if (projects.length === 0) return [];
      const rows = await sums(from, [...new Set(projects.map((one) => one.organizationId))]);
      const changed: number[] = [];
      for (const { id, organizationId, limits, organizationLimits, quotas } of projects) {
        const parts = [
          { used: countsOf(rows.filter((row) => row.projectId === id)), limits },
          {
            used: countsOf(rows.filter((row) => row.organizationId === organizationId)),
            limits: organizationLimits,
          },
        ];
        const next = usedUp(parts);
        if (isDeepStrictEqual(next, quotas)) continue;
        await unrecorded
          .updateTable('projects')
          .set({ counted_quotas: JSON.stringify(next) })
          .where('id', '=', id)
          .execute();
        changed.push(id);
      }
      return changed;
    },
  };
}

function countsOf(rows: readonly Pick<SumRow, 'resource' | 'count'>[]): UsageCounts {
  const counts: Partial<Record<UsageResource, number>> = {};
  for (const { resource, count } of rows) counts[resource] = (counts[resource] ?? 0) + count;
  return counts;
}
