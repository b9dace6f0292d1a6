import type { FunnelsQuery } from '@tidemark/contracts';
import type { BreakdownPlan } from '../../breakdown/parts';
import type { DateRange } from '../../date-range/resolve-date-range';
import type { InsightContext } from '../../insight-context';
import type { FunnelSettings } from '../settings/settings';

/** What every view of a funnel is made from. */
export interface FunnelShape {
  readonly query: FunnelsQuery;
  readonly settings: FunnelSettings;
  readonly range: DateRange;
  readonly breakdown: BreakdownPlan;
  readonly context: InsightContext;
}
