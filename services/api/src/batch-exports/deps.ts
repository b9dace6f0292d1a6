import type { BatchExportRepository, ExportRunRepository } from '@tidemark/postgres';
import type { ExportQueue } from '@tidemark/queues';
import type { Journal } from '../activity-log/journal';
import type { DestinationPolicy } from './destination-fields';

export interface ExportRouteDeps {
  readonly batchExports: BatchExportRepository;
  readonly runs: ExportRunRepository;
  readonly journal: Journal;
  readonly queue: Pick<ExportQueue, 'add' | 'remove'>;
  readonly policy: DestinationPolicy;
  readonly now: () => Date;
}
