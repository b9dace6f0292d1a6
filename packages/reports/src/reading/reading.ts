import type { ReportTable } from '@tidemark/contracts';
import type { Chart } from './chart';

/** The content of an insight in a message. */
export interface InsightReading {
  readonly table: ReportTable;
  /** Null for kinds that have no chart, and for empty results. */
  readonly chart: Chart | null;
}
