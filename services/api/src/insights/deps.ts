import { idParameter } from '@tidemark/contracts';
import type {
  DashboardRepository,
  DashboardTileStore,
  InsightReference,
  InsightRepository,
  UserRepository,
} from '@tidemark/postgres';
import { z } from 'zod';
import type { ActivityPageDeps } from '../activity-log/activity-page';
import type { InsightResults } from './insight-result';

export interface InsightRouteDeps extends InsightResults, ActivityPageDeps {
  readonly insights: InsightRepository;
  readonly dashboards: Pick<DashboardRepository, 'find' | 'findMany'>;
  readonly tiles: Pick<DashboardTileStore, 'listPlaces'>;
  readonly users: UserRepository;
  readonly now: () => Date;
}

export const LIST = '/insights/';
export const DETAIL = '/insights/:id/';
/** Reading may compute: it counts against the burst limit of queries. */
export const READ = { scope: 'insight:read', queryRate: 'look' } as const;
export const WRITE = { scope: 'insight:write' } as const;

/** A number, or a short id. */
export const insightParams = z.object({
  id: z
    .string()
    .regex(/^\w{1,12}$/)
    .transform((text): InsightReference => {
      const id = idParameter().safeParse(text);
      return id.success ? { id: id.data } : { shortId: text };
    }),
});
