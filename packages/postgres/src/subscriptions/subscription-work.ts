import { randomUUID } from 'node:crypto';
import type { RecipientResult, SubscriptionReport } from '@tidemark/contracts';
import { sql } from 'kysely';
import type { Database } from '../database';
import type { NewSubscriptionDelivery } from './insert-delivery';
import { insertDelivery } from './insert-delivery';
import type { SubscriptionChart } from './subscription-deliveries';
import type { Subscription, SubscriptionDelivery } from './subscription';
import { toSubscription, toSubscriptionDelivery } from './subscription';

/** The number of deliveries of a subscription that are kept. */
const KEPT_DELIVERIES = 50;

/** A subscription whose next delivery is due. */
export interface DueSubscription {
  readonly subscription: Subscription;
  /** IANA name of the project's time zone. */
  readonly timezone: string;
}

/** A running delivery. After its lease has expired, another process can claim it. */
export interface SubscriptionClaim {
  readonly token: string;
  /** Its `attempts` includes this one. */
  readonly delivery: SubscriptionDelivery;
  readonly subscription: Subscription;
}

interface DeliveryReference {
  readonly projectId: number;
  readonly deliveryId: string;
}

/** The duration of the lease of a claim. */
interface ClaimLease {
  readonly ms: number;
  /** Added for each recipient of an e-mail, and once for other messages. */
  readonly perRecipientMs: number;
}

/** The result of an attempt to send. */
export interface SendOutcome {
  readonly state: 'completed' | 'failed' | 'skipped' | 'sending';
  /** The time of the next attempt; only for the state `sending`. */
  readonly dueAt?: Date;
  readonly results: readonly RecipientResult[];
  readonly error: string | null;
}

/** The operations of workers. Changes need the token of their claim; they return false if the claim was lost. */
export interface SubscriptionWork {
  /** Subscriptions whose next delivery is due, the longest due first. */
  listDue(now: Date, limit: number): Promise<readonly DueSubscription[]>;
  /** Creates the due delivery, only once even if several workers try, and sets the next time. */
  plan(
    subscription: Subscription,
    delivery: NewSubscriptionDelivery,
    next: Date | null,
  ): Promise<boolean>;
  /** Deliveries in this state that no process works on. */
  listWaiting(
    state: 'composing' | 'sending',
    now: Date,
    limit: number,
  ): Promise<readonly DeliveryReference[]>;
  /** Null if another process works on it, or it is in another state. */
  claim(
    reference: DeliveryReference,
    state: 'composing' | 'sending',
    now: Date,
    lease: ClaimLease,
  ): Promise<SubscriptionClaim | null>;
  /** Stores the content; the delivery is then due to be sent. */
  compose(
    claim: SubscriptionClaim,
    report: SubscriptionReport,
    charts: readonly SubscriptionChart[],
  ): Promise<boolean>;
  /** Ends the claim; the delivery is due again at this time. */
  release(claim: SubscriptionClaim, dueAt: Date): Promise<void>;
  /** Stores which recipients have received the delivery, so that another attempt only sends to the others. */
  record(claim: SubscriptionClaim, results: readonly RecipientResult[]): Promise<boolean>;
  finish(claim: SubscriptionClaim, outcome: SendOutcome): Promise<boolean>;
  charts(deliveryId: string): Promise<readonly SubscriptionChart[]>;
  counts(): Promise<{ readonly waiting: number; readonly failed: number }>;
}

export function createSubscriptionWork({ db }: Database): SubscriptionWork {
  /** Updates the row if the claim is still valid. */
  const held = ({ token, delivery }: SubscriptionClaim) =>
    db
      .updateTable('subscription_deliveries')
      .where('id', '=', delivery.id)
      .where('token', '=', token);

  return {
    async listDue(now, limit) {
      const rows = await db
        .selectFrom('subscriptions')
        .innerJoin('projects', 'projects.id', 'subscriptions.project_id')
        .selectAll('subscriptions')
        .select('projects.timezone')
        .where('subscriptions.enabled', '=', true)
        .where('subscriptions.deleted', '=', false)
        .where('subscriptions.next_delivery_date', '<=', now)
        .where(
          sql<boolean>`(EXISTS (SELECT FROM insights i WHERE i.id = subscriptions.insight_id AND NOT i.deleted)
            OR EXISTS (SELECT FROM dashboards d WHERE d.id = subscriptions.dashboard_id AND NOT d.deleted))`,
        )
        .orderBy('subscriptions.next_delivery_date')
        .limit(limit)
        .execute();
      return rows.map(({ timezone, ...row }) => ({ subscription: toSubscription(row), timezone }));
    },

    plan: (subscription, delivery, next) =>
      db.transaction().execute(async (tx) => {
        const moved = await tx
          .updateTable('subscriptions')
          .set({ next_delivery_date: next })
          .where('id', '=', subscription.id)
          .where('next_delivery_date', '=', subscription.nextDeliveryDate)
          .where('enabled', '=', true)
          .where('deleted', '=', false)
          .returning('id')
          .executeTakeFirst();
        return moved !== undefined && insertDelivery(tx, subscription, delivery);
      }),

    async listWaiting(state, now, limit) {
      const rows = await db
        .selectFrom('subscription_deliveries')
        .select(['id', 'project_id'])
        .where('state', '=', state)
        .where('finished_at', 'is', null)
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ projectId: row.project_id, deliveryId: row.id }));
    },

    async claim({ projectId, deliveryId }, state, now, { ms, perRecipientMs }) {
      const token = randomUUID();
      const row = await db
        .updateTable('subscription_deliveries')
        .set({
          token,
          attempts: sql<number>`attempts + 1`,
          due_at: sql<Date>`${now}::timestamptz + interval '1 millisecond'
            * (${ms}::integer + greatest(1, cardinality(recipients)) * ${perRecipientMs}::integer)`,
          updated_at: now,
        })
        .where('project_id', '=', projectId)
        .where('id', '=', deliveryId)
        .where('state', '=', state)
        .where('due_at', '<=', now)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return null;
      const subscription = await db
        .selectFrom('subscriptions')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', '=', row.subscription_id)
        .executeTakeFirstOrThrow();
      const delivery = toSubscriptionDelivery(row);
      return { token, delivery, subscription: toSubscription(subscription) };
    },

    compose: (claim, report, charts) =>
      db.transaction().execute(async (tx) => {
        const { delivery, token } = claim;
        const row = await tx
          .updateTable('subscription_deliveries')
          .set({
            state: 'sending',
            content: JSON.stringify(report),
            attempts: 0,
            token: null,
            due_at: sql<Date>`now()`,
            updated_at: sql<Date>`now()`,
          })
          .where('id', '=', delivery.id)
          .where('token', '=', token)
          .returning('id')
          .executeTakeFirst();
        if (row === undefined) return false;
        if (charts.length > 0) {
          await tx
            .insertInto('subscription_charts')
            .values(charts.map((chart) => ({ delivery_id: delivery.id, ...chart })))
            .execute();
        }
        return true;
      }),

    async release(claim, dueAt) {
      await held(claim).set({ token: null, due_at: dueAt }).execute();
    },

    async record(claim, results) {
      const row = await held(claim)
        .set({ recipient_results: JSON.stringify(results), updated_at: sql<Date>`now()` })
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    async finish(claim, { state, dueAt, results, error }) {
      const row = await held(claim)
        .set({
          state,
          token: null,
          recipient_results: JSON.stringify(results),
          error,
          updated_at: sql<Date>`now()`,
          ...(dueAt !== undefined && { due_at: dueAt }),
          ...(state !== 'sending' && { finished_at: sql<Date>`now()` }),
        })
        .returning('id')
        .executeTakeFirst();
      if (row === undefined) return false;
      await forgetOldDeliveries(claim.subscription.id);
      return true;
    },

    charts: (deliveryId) =>
      db
        .selectFrom('subscription_charts')
        .select(['position', 'svg', 'png'])
        .where('delivery_id', '=', deliveryId)
        .orderBy('position')
        .execute(),

    async counts() {
      const { rows } = await sql<{ waiting: number; failed: number }>`
        SELECT count(*) FILTER (WHERE finished_at IS NULL) AS waiting,
          count(*) FILTER (WHERE state = 'failed') AS failed
        FROM subscription_deliveries`.execute(db);
      return rows[0] ?? { waiting: 0, failed: 0 };
    },
  };

  async function forgetOldDeliveries(subscriptionId: number): Promise<void> {
    const oldest = db
      .selectFrom('subscription_deliveries')
      .select('created_at')
      .where('subscription_id', '=', subscriptionId)
      .orderBy('created_at', 'desc')
      .offset(KEPT_DELIVERIES)
      .limit(1);
    await db
      .deleteFrom('subscription_deliveries')
      .where('subscription_id', '=', subscriptionId)
      .where('finished_at', 'is not', null)
      .where('created_at', '<=', oldest)
      .execute();
  }
}
