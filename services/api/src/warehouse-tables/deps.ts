import type { WarehouseColumn } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import type {
  SavedViewRepository,
  UserRepository,
  WarehouseTable,
  WarehouseTableRepository,
} from '@tidemark/postgres';
import type { WarehouseQueue } from '@tidemark/queues';
import type { TableSourceDeps } from '@tidemark/warehouse';

export interface WarehouseRouteDeps extends TableSourceDeps {
  readonly tables: WarehouseTableRepository;
  readonly views: Pick<SavedViewRepository, 'findNamed'>;
  readonly users: UserRepository;
  readonly queue: Pick<WarehouseQueue, 'add'>;
  /** Checks for each column whether all stored values can be read as its type. */
  judge(
    table: WarehouseTable,
    columns: readonly WarehouseColumn[],
  ): Promise<readonly WarehouseColumn[]>;
  readonly now: () => Date;
  /** How long a response waits for a load, so that small tables can be queried at once. */
  readonly waitMs: number;
  readonly logger: Logger;
}
