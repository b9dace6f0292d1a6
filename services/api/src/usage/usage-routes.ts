import { usageBodySchema, usageQuerySchema, usageResources } from '@tidemark/contracts';
import { firstOfMonth, isOverQuota, nextMonth, usagePeriods } from '@tidemark/domain';
import { validationError } from '@tidemark/platform';
import type { Project, UsageRepository } from '@tidemark/postgres';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { wireTime } from '../wire-time';

const MAX_PERIODS = { day: 400, month: 36 } as const;

export interface UsageRouteDeps {
  readonly usage: UsageRepository;
  readonly now: () => Date;
}

/** The usage of a project by day and month, with its limits (`docs/usage.md`). PostHog has no such route. */
export function createUsageRoutes({ usage, now }: UsageRouteDeps): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'usage_retrieve',
      summary: 'Read usage by day or month, and the limits of the running month',
      method: 'GET',
      path: '/usage/',
      access: { scope: 'project:read' },
      query: usageQuerySchema,
      response: usageBodySchema,
      async handle({ caller: { project }, query }) {
        const present = now();
        const { interval } = query;
        const to = query.date_to ?? present.toISOString().slice(0, 10);
        const from = query.date_from ?? `${to.slice(0, 7)}-01`;
        if (from > to) {
          throw validationError(
            'invalid_input',
            'date_to must not be earlier than date_from.',
            'date_to',
          );
        }
        const periods = usagePeriods({ from, to, interval }, MAX_PERIODS[interval]);
        if (periods === null) {
          const most = `At most ${MAX_PERIODS[interval]} ${interval}s are shown.`;
          throw validationError('invalid_input', most, 'date_from');
        }
        const counts = await usage.list(project.id, from, to);
        const sums = new Map<string, number>();
        for (const { day, resource, count } of counts) {
          const key = `${interval === 'day' ? day : `${day.slice(0, 7)}-01`} ${resource}`;
          sums.set(key, (sums.get(key) ?? 0) + count);
        }
        return {
          interval,
          date_from: from,
          date_to: to,
          results: periods.map((date) => ({
            date,
            events: sums.get(`${date} events`) ?? 0,
            exceptions: sums.get(`${date} exceptions`) ?? 0,
            surveys: sums.get(`${date} surveys`) ?? 0,
            llm_events: sums.get(`${date} llm_events`) ?? 0,
            recordings: sums.get(`${date} recordings`) ?? 0,
            feature_flags: sums.get(`${date} feature_flags`) ?? 0,
            rows_exported: sums.get(`${date} rows_exported`) ?? 0,
            deliveries: sums.get(`${date} deliveries`) ?? 0,
          })),
          month: await monthBody(usage, project, present),
        };
      },
    }),
  ];
}

/** The usage of the current month. */
async function monthBody(usage: UsageRepository, project: Project, now: Date) {
  const from = firstOfMonth(now);
  const { used, limits, organization } = await usage.month(project.id, from);
  return {
    from,
    resets_at: wireTime(nextMonth(now)),
    resources: usageResources.map((resource) => ({
      resource,
      used: used[resource] ?? 0,
      limit: limits[resource] ?? null,
      organization_used: organization.used[resource] ?? 0,
      organization_limit: organization.limits[resource] ?? null,
      is_limited: isOverQuota(project.quotaLimits, resource, now.getTime()),
    })),
  };
}
