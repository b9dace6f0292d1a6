import type { Selectable } from 'kysely';
import type { ActionTable } from '../schema';

export type StringMatching = 'contains' | 'regex' | 'exact';

/**
 * One step as stored: all ten keys, named as on the wire so that a dump reads like the public
 * documentation. A null matching means the field's default: text and href exact, url contains.
 */
export interface ActionStep {
  readonly event: string | null;
  readonly properties: readonly Readonly<Record<string, unknown>>[] | null;
  readonly selector: string | null;
  readonly tag_name: string | null;
  readonly text: string | null;
  readonly text_matching: StringMatching | null;
  readonly href: string | null;
  readonly href_matching: StringMatching | null;
  readonly url: string | null;
  readonly url_matching: StringMatching | null;
}

/** A saved event definition: an event matches when any step does. */
export interface Action {
  readonly id: number;
  readonly projectId: number;
  readonly name: string | null;
  readonly description: string;
  /** Lower case, without duplicates. */
  readonly tags: readonly string[];
  readonly postToSlack: boolean;
  readonly slackMessageFormat: string;
  readonly steps: readonly ActionStep[];
  readonly createdAt: Date;
  /** Null once that user is gone. */
  readonly createdById: number | null;
  readonly deleted: boolean;
  readonly lastCalculatedAt: Date;
  readonly pinnedAt: Date | null;
}

/** The fields that a client may set. */
export type ActionFields = Pick<
  Action,
  | 'name'
  | 'description'
  | 'tags'
  | 'postToSlack'
  | 'slackMessageFormat'
  | 'steps'
  | 'deleted'
  | 'lastCalculatedAt'
  | 'pinnedAt'
>;

export function toAction(row: Selectable<ActionTable>): Action {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    description: row.description,
    tags: row.tags,
    postToSlack: row.post_to_slack,
    slackMessageFormat: row.slack_message_format,
    steps: row.steps as ActionStep[],
    createdAt: row.created_at,
    createdById: row.created_by_id,
    deleted: row.deleted,
    lastCalculatedAt: row.last_calculated_at,
    pinnedAt: row.pinned_at,
  };
}
