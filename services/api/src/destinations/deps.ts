import type { SealedBox } from '@tidemark/platform';
import type {
  ActionRepository,
  DeliveryLog,
  DestinationRepository,
  UserRepository,
} from '@tidemark/postgres';
import type { DeliveryTests } from '@tidemark/queues';
import { z } from 'zod';

export interface DestinationRouteDeps {
  readonly destinations: DestinationRepository;
  readonly deliveryLog: DeliveryLog;
  readonly deliveryTests: Pick<DeliveryTests, 'run'>;
  readonly actions: Pick<ActionRepository, 'findById'>;
  readonly users: UserRepository;
  /** Null if the operator set no key; the server then accepts no secrets. */
  readonly secrets: SealedBox | null;
  readonly now: () => Date;
}

export const LIST = '/hog_functions/';
export const DETAIL = '/hog_functions/:id/';
export const READ = { scope: 'hog_function:read' } as const;
export const WRITE = { scope: 'hog_function:write' } as const;
export const destinationParams = z.object({ id: z.uuid() });
