import type { FunnelsQuery } from '@tidemark/contracts';
import type { BreakdownPlan } from '../../breakdown/parts';
import type { DateRange } from '../../date-range/date-range';
import type { InsightContext } from '../../insight/context';
import type { FunnelSettings } from './settings';

/** One period of a funnel's query, parsed: the common input of all views. */
export interface FunnelPlan {
  readonly query: FunnelsQuery;
  readonly settings: FunnelSettings;
  readonly range: DateRange;
  readonly breakdown: BreakdownPlan;
  readonly context: InsightContext;
}
