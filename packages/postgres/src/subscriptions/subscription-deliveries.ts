import type { SubscriptionStatus } from '@tidemark/contracts';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../database';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { Schema } from '../schema';
import type { NewSubscriptionDelivery } from './insert-delivery';
import { insertDelivery } from './insert-delivery';
import type { Subscription, SubscriptionDelivery } from './subscription';
import { toSubscriptionDelivery } from './subscription';

/** The chart of an insight in a delivery, as images. */
export interface SubscriptionChart {
  readonly position: number;
  readonly svg: string;
  readonly png: Buffer;
}

/** The deliveries of subscriptions for users. Every method takes the project id. */
export interface SubscriptionDeliveryLog {
  /** Newest first. */
  list(
    projectId: number,
    subscriptionId: number,
    query: { readonly status?: SubscriptionStatus; readonly page: PageRequest },
  ): Promise<Page<SubscriptionDelivery>>;
  findById(
    projectId: number,
    subscriptionId: number,
    id: string,
  ): Promise<SubscriptionDelivery | null>;
  /** Starts a delivery for a user's request. False if another one that was started by request is not finished. */
  startManually(subscription: Subscription, delivery: NewSubscriptionDelivery): Promise<boolean>;
  /** Sends a failed delivery again, only to recipients who have not received it. False if it has not failed. */
  replay(projectId: number, subscriptionId: number, id: string): Promise<boolean>;
  /** The chart of an insight, for a link with the id of the delivery. */
  findChart(deliveryId: string, position: number): Promise<SubscriptionChart | null>;
}

export function createSubscriptionDeliveryLog({ db }: Database): SubscriptionDeliveryLog {
  return {
    list(projectId, subscriptionId, { status, page }) {
      const matches = db
        .selectFrom('subscription_deliveries')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('subscription_id', '=', subscriptionId)
        .$if(status !== undefined, (q) =>
          status === 'starting'
            ? q.where('state', 'in', ['composing', 'sending'])
            : q.where('state', '=', status ?? 'failed'),
        );
      const ordered = matches.orderBy('created_at', 'desc').orderBy('id');
      return readPage(matches, ordered, page, toSubscriptionDelivery);
    },

    async findById(projectId, subscriptionId, id) {
      const row = await db
        .selectFrom('subscription_deliveries')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('subscription_id', '=', subscriptionId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row === undefined ? null : toSubscriptionDelivery(row);
    },

    startManually: (subscription, delivery) =>
      db.transaction().execute(async (tx) => {
        await lock(tx, subscription.id);
        const unfinished = await tx
          .selectFrom('subscription_deliveries')
          .select('id')
          .where('subscription_id', '=', subscription.id)
          .where('trigger_type', '=', 'manual')
          .where('finished_at', 'is', null)
          .executeTakeFirst();
        if (unfinished !== undefined) return false;
        return insertDelivery(tx, subscription, delivery);
      }),

    async replay(projectId, subscriptionId, id) {
      const { numUpdatedRows } = await db
        .updateTable('subscription_deliveries')
        .set({
          state: sql<
            'sending' | 'composing'
          >`CASE WHEN content IS NULL THEN 'composing' ELSE 'sending' END`,
          attempts: 0,
          due_at: sql<Date>`now()`,
          // The creation time is set anew, because deliveries are abandoned by age.
          updated_at: sql<Date>`now()`,
          created_at: sql<Date>`now()`,
          finished_at: null,
          token: null,
          error: null,
        })
        .where('project_id', '=', projectId)
        .where('subscription_id', '=', subscriptionId)
        .where('id', '=', id)
        .where('state', '=', 'failed')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async findChart(deliveryId, position) {
      const row = await db
        .selectFrom('subscription_charts')
        .select(['position', 'svg', 'png'])
        .where('delivery_id', '=', deliveryId)
        .where('position', '=', position)
        .executeTakeFirst();
      return row ?? null;
    },
  };
}

/** Locks the subscription, so that simultaneous requests to start a delivery run one after the other. */
async function lock(tx: Pick<Kysely<Schema>, 'selectFrom'>, id: number): Promise<void> {
  await tx.selectFrom('subscriptions').select('id').where('id', '=', id).forUpdate().execute();
}
