import { idParameter } from '@tidemark/contracts';
import type {
  DashboardRepository,
  DashboardTileStore,
  InsightRepository,
  UserRepository,
} from '@tidemark/postgres';
import { z } from 'zod';
import type { InsightResults } from '../insights/insight-result';

export interface DashboardRouteDeps extends InsightResults {
  readonly dashboards: DashboardRepository;
  readonly tiles: DashboardTileStore;
  readonly insights: InsightRepository;
  readonly users: UserRepository;
}

export const LIST = '/dashboards/';
export const DETAIL = '/dashboards/:id/';
/** Reading may compute: it counts against the burst limit of queries. */
export const READ = { scope: 'dashboard:read', queryRate: 'look' } as const;
export const WRITE = { scope: 'dashboard:write' } as const;
export const params = z.object({ id: idParameter() });
