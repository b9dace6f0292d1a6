import type { SealedBox } from '@tidemark/platform';
import { z } from 'zod';
import type { ApiParts } from '../parts';

export const LIST = '/subscriptions/';
export const DETAIL = '/subscriptions/:id/';
export const READ = { scope: 'subscription:read' } as const;
export const WRITE = { scope: 'subscription:write' } as const;

/** Within the range of a Postgres integer. */
export const subscriptionParams = z.object({
  id: z.coerce.number().int().min(1).max(2_147_483_647),
});

export interface SubscriptionDeps extends Pick<
  ApiParts,
  'subscriptions' | 'subscriptionLog' | 'insights' | 'dashboards' | 'tiles' | 'users' | 'now'
> {
  /** Null: this server has no key for secrets. */
  readonly secrets: SealedBox | null;
}
