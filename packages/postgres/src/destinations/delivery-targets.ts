import { sql } from 'kysely';
import type { Database } from '../database';
import type { ClaimedDelivery } from './delivery-work';
import type { Destination } from './destination';
import { toDestination } from './destination';

/** The fields of a project that a delivery needs. */
export interface DeliveryProject {
  readonly id: number;
  readonly name: string;
  /** Properties that are shown as the name of a person; null: the default list. */
  readonly personDisplayNames: readonly string[] | null;
}

/** An action that posts messages to Slack. */
export interface SlackAction {
  readonly id: number;
  readonly name: string | null;
  readonly messageFormat: string;
  readonly webhook: string;
}

/** The target of a delivery. */
export type DeliveryTarget =
  | { readonly kind: 'destination'; readonly destination: Destination }
  | { readonly kind: 'action'; readonly action: SlackAction }
  /** The target was deleted or disabled after the event matched. */
  | { readonly kind: 'none'; readonly reason: string };

/** A group of an event, for templates. */
export interface DeliveryGroup {
  readonly type: string;
  readonly index: number;
  readonly key: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Reads the data of deliveries other than their events. */
export interface DeliveryTargets {
  target(
    delivery: Pick<ClaimedDelivery, 'projectId' | 'destinationId' | 'actionId'>,
  ): Promise<DeliveryTarget>;
  /** Null if the project was removed. */
  project(projectId: number): Promise<DeliveryProject | null>;
  /** @param keys the group keys of an event by index of the group type; empty if it has no group of the type */
  groups(projectId: number, keys: readonly string[]): Promise<readonly DeliveryGroup[]>;
}

export function createDeliveryTargets({ db }: Database): DeliveryTargets {
  return {
    async target({ projectId, destinationId, actionId }) {
      const row = await db
        .selectFrom('destinations')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', '=', destinationId)
        .executeTakeFirst();
      const isUsable = row !== undefined && row.enabled && !row.deleted;
      if (isUsable) return { kind: 'destination', destination: toDestination(row) };
      if (actionId === null) {
        const isOff = row !== undefined && !row.deleted;
        const reason = isOff ? 'the destination is switched off' : 'the destination was deleted';
        return { kind: 'none', reason };
      }
      // A migrated action can post again, although the destination that replaced it is off or deleted.
      const action = await db
        .selectFrom('actions')
        .innerJoin('projects', 'projects.id', 'actions.project_id')
        .select(['actions.name', 'slack_message_format', 'slack_incoming_webhook', 'post_to_slack'])
        .where('actions.project_id', '=', projectId)
        .where('actions.id', '=', actionId)
        .where('actions.deleted', '=', false)
        .executeTakeFirst();
      const webhook = action?.slack_incoming_webhook ?? '';
      if (action?.post_to_slack !== true || webhook === '') {
        return { kind: 'none', reason: 'the action posts to Slack no more' };
      }
      const { name, slack_message_format: messageFormat } = action;
      return { kind: 'action', action: { id: actionId, name, messageFormat, webhook } };
    },

    async project(projectId) {
      const row = await db
        .selectFrom('projects')
        .select(['id', 'name', 'person_display_name_properties'])
        .where('id', '=', projectId)
        .executeTakeFirst();
      if (row === undefined) return null;
      return {
        id: row.id,
        name: row.name,
        personDisplayNames: row.person_display_name_properties,
      };
    },

    async groups(projectId, keys) {
      if (keys.every((key) => key === '')) return [];
      const { rows } = await sql<DeliveryGroup>`
        SELECT t.group_type AS type, t.group_type_index AS index, k.key,
          coalesce(g.properties, '{}') AS properties
        FROM unnest(${[...keys]}::text[]) WITH ORDINALITY k (key, place)
        JOIN group_types t ON t.project_id = ${projectId} AND t.group_type_index = k.place - 1
        LEFT JOIN groups g ON g.project_id = t.project_id
          AND g.group_type_index = t.group_type_index AND g.group_key = k.key
        WHERE k.key <> '' ORDER BY t.group_type_index`.execute(db);
      return rows;
    },
  };
}
