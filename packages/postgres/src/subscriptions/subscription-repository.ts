import type { SubscriptionTarget } from '@tidemark/contracts';
import { sql } from 'kysely';
import type { ProjectAuthor } from '../activity-log/history';
import { createOwnedRows } from '../activity-log/owned-rows';
import type { ResourceDatabase } from '../activity-log/unit-of-work';
import { likePattern } from '../like-pattern';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { NewSubscriptionDelivery } from './insert-delivery';
import { insertDelivery } from './insert-delivery';
import type { Subscription, SubscriptionFields } from './subscription';
import { SUBSCRIPTION_FIELDS, SUBSCRIPTION_HISTORY, toSubscription } from './subscription';

export const subscriptionOrders = ['created_at', 'next_delivery_date', 'title'] as const;
export type SubscriptionOrder = (typeof subscriptionOrders)[number];

/** A filter of subscriptions; absent fields do not restrict the result. */
export interface SubscriptionQuery {
  readonly insightId?: number;
  readonly dashboardId?: number;
  readonly deleted?: boolean;
  readonly resourceType?: 'insight' | 'dashboard';
  readonly targetType?: SubscriptionTarget;
  /** The uuid of a user. */
  readonly createdBy?: string;
  /** A part of the title, or of the name of the insight or dashboard. */
  readonly search?: string;
  readonly order: SubscriptionOrder;
  readonly descending: boolean;
  readonly page: PageRequest;
}

/** Fields set by a user, and fields computed from them. */
export type SubscriptionChange = Partial<SubscriptionFields> & {
  readonly sealedTarget?: string | null;
  readonly nextDeliveryDate?: Date | null;
};

/**
 * Stores the subscriptions of projects. Every method takes the project id and does not find subscriptions of other
 * projects.
 */
export interface SubscriptionRepository {
  list(projectId: number, query: SubscriptionQuery): Promise<Page<Subscription>>;
  /** Also finds deleted subscriptions. */
  findById(projectId: number, id: number): Promise<Subscription | null>;
  /** The number of subscriptions that are not deleted. */
  count(projectId: number): Promise<number>;
  /** @param first a delivery to create in the same transaction */
  create(
    by: ProjectAuthor,
    fields: SubscriptionFields & SubscriptionChange,
    first: NewSubscriptionDelivery | null,
  ): Promise<Subscription>;
  /** Null if there is no such subscription. */
  update(
    by: ProjectAuthor,
    id: number,
    fields: SubscriptionChange,
    first: NewSubscriptionDelivery | null,
  ): Promise<Subscription | null>;
  /** Sets the times of deliveries that are not due yet, after a change of the project's time zone. */
  reschedule(
    projectId: number,
    now: Date,
    nextOf: (subscription: Subscription) => Date | null,
  ): Promise<void>;
  /** Removes an address; a subscription without addresses is deleted. False if it did not have the address. */
  unsubscribe(
    projectId: number,
    id: number,
    without: (targetValue: string) => string,
  ): Promise<boolean>;
}

export function createSubscriptionRepository({
  db,
  change,
  record,
}: ResourceDatabase): SubscriptionRepository {
  const rows = createOwnedRows(change, {
    name: 'subscriptions',
    history: SUBSCRIPTION_HISTORY,
    toThing: toSubscription,
  });
  const columnsOf = ({ sealedTarget, nextDeliveryDate, ...fields }: SubscriptionChange) => ({
    ...SUBSCRIPTION_FIELDS.toColumns(fields),
    ...(sealedTarget !== undefined && { sealed_target: sealedTarget }),
    ...(nextDeliveryDate !== undefined && { next_delivery_date: nextDeliveryDate }),
  });
  const update: SubscriptionRepository['update'] = (by, id, fields, first) =>
    change(SUBSCRIPTION_HISTORY, by, async (tx, entry) => {
      const row = await tx
        .selectFrom('subscriptions')
        .selectAll()
        .where('project_id', '=', by.projectId)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (row === undefined) return { result: null, entries: [] };
      const updated = await tx
        .updateTable('subscriptions')
        .set({ ...columnsOf(fields), id })
        .where('project_id', '=', by.projectId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      const result = toSubscription(updated);
      if (first !== null) await insertDelivery(tx, result, first);
      const before = toSubscription(row);
      const isOtherUrl = before.sealedTarget !== result.sealedTarget;
      const secret = isOtherUrl ? ['target_value'] : [];
      return { result, entries: [entry(before, result, { secret })] };
    });

  return {
    list(projectId, query) {
      const matches = matching(db, projectId, query);
      const direction = query.descending ? 'desc' : 'asc';
      const ordered = matches
        .orderBy(`subscriptions.${query.order}`, (o) =>
          query.descending ? o.desc().nullsLast() : o.asc().nullsLast(),
        )
        .orderBy('subscriptions.id', direction);
      return readPage(matches, ordered, query.page, toSubscription);
    },

    findById: (projectId, id) => rows.find(db, projectId, id),

    async count(projectId) {
      const { count } = await db
        .selectFrom('subscriptions')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('project_id', '=', projectId)
        .where('deleted', '=', false)
        .executeTakeFirstOrThrow();
      return count;
    },

    create: (by, fields, first) =>
      change(SUBSCRIPTION_HISTORY, by, async (tx, entry) => {
        const row = await tx
          .insertInto('subscriptions')
          .values({
            ...columnsOf(fields),
            target_type: fields.targetType,
            target_value: fields.targetValue,
            frequency: fields.frequency,
            start_date: fields.startDate,
            project_id: by.projectId,
            created_by_id: by.userId,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        const result = toSubscription(row);
        if (first !== null) await insertDelivery(tx, result, first);
        return { result, entries: [entry(null, result)] };
      }),

    update,

    reschedule: (projectId, now, nextOf) =>
      record(async (tx) => {
        const found = await tx
          .selectFrom('subscriptions')
          .selectAll()
          .where('project_id', '=', projectId)
          .where('enabled', '=', true)
          .where('deleted', '=', false)
          .where('next_delivery_date', '>', now)
          .orderBy('id')
          .forUpdate()
          .execute();
        for (const subscription of found.map(toSubscription)) {
          await tx
            .updateTable('subscriptions')
            .set({ next_delivery_date: nextOf(subscription) })
            .where('id', '=', subscription.id)
            .execute();
        }
        return { result: undefined, entries: [] };
      }),

    async unsubscribe(projectId, id, without) {
      const found = await rows.find(db, projectId, id);
      if (found === null || found.targetType !== 'email') return false;
      const targetValue = without(found.targetValue);
      if (targetValue === found.targetValue) return false;
      const fields = { targetValue, ...(targetValue === '' && { deleted: true }) };
      return (await update({ projectId, userId: null }, id, fields, null)) !== null;
    },
  };
}

function matching(db: ResourceDatabase['db'], projectId: number, query: SubscriptionQuery) {
  const { insightId, dashboardId, deleted, resourceType, targetType, createdBy, search } = query;
  const pattern = likePattern(search ?? '');
  return db
    .selectFrom('subscriptions')
    .selectAll('subscriptions')
    .where('subscriptions.project_id', '=', projectId)
    .$if(deleted !== undefined, (q) => q.where('deleted', '=', deleted ?? false))
    .$if(insightId !== undefined, (q) => q.where('insight_id', '=', insightId ?? 0))
    .$if(dashboardId !== undefined, (q) => q.where('dashboard_id', '=', dashboardId ?? 0))
    .$if(resourceType === 'insight', (q) => q.where('insight_id', 'is not', null))
    .$if(resourceType === 'dashboard', (q) => q.where('dashboard_id', 'is not', null))
    .$if(targetType !== undefined, (q) => q.where('target_type', '=', targetType ?? 'email'))
    .$if(createdBy !== undefined, (q) =>
      q.where('created_by_id', 'in', (e) =>
        e
          .selectFrom('users')
          .select('id')
          .where('uuid', '=', createdBy ?? ''),
      ),
    )
    .$if(search !== undefined, (q) =>
      q.where(sql<boolean>`(subscriptions.title ILIKE ${pattern}
        OR EXISTS (SELECT FROM insights i WHERE i.id = subscriptions.insight_id
          AND (i.name ILIKE ${pattern} OR i.derived_name ILIKE ${pattern}))
        OR EXISTS (SELECT FROM dashboards d WHERE d.id = subscriptions.dashboard_id
          AND d.name ILIKE ${pattern}))`),
    );
}
