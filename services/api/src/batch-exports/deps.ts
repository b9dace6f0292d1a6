import type { BatchExportRepository, ExportRunRepository } from '@tidemark/postgres';
import type { ExportQueue } from '@tidemark/queues';
import type { DestinationPolicy } from './destination-fields';

export interface ExportRouteDeps {
  readonly batchExports: BatchExportRepository;
  readonly runs: ExportRunRepository;
  readonly queue: Pick<ExportQueue, 'add' | 'remove'>;
  readonly policy: DestinationPolicy;
  readonly now: () => Date;
}
