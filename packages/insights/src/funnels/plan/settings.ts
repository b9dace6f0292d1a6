import type { FunnelExclusion } from '@tidemark/contracts';

/**
 * A funnel's settings with every default in its place (`docs/wire/insights-funnels.md#funnel-settings`); steps count
 * from 0.
 */
export interface FunnelSettings {
  readonly order: 'ordered' | 'strict' | 'unordered';
  readonly view: 'steps' | 'trends' | 'time_to_convert';
  /** Microseconds from the first step to the last, both included. */
  readonly window: number;
  readonly from: number;
  readonly to: number;
  readonly steps: number;
  /** Steps that may be left out. */
  readonly optional: ReadonlySet<number>;
  readonly exclusions: readonly FunnelExclusion[];
  /** One event may match several steps. */
  readonly hasOverlap: boolean;
  readonly attribution: 'first_touch' | 'last_touch' | 'all_events' | 'step';
  /** Which step gives the value, with attribution `step`. */
  readonly attributionStep: number;
}
