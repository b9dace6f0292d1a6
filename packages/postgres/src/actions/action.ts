import type { ActionTable } from '../schema';
import { fieldTable, json, own } from '../field-table';
import type { Settable } from '../field-table';

export type StringMatching = 'contains' | 'regex' | 'exact';

/**
 * One step as stored: all ten keys with their names in the wire format. If the matching of a field is null, its
 * default applies: exact for text and href, contains for url.
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

/** A named definition of events: an event matches if at least one step matches. */
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
  /** Null after the user was deleted. */
  readonly createdById: number | null;
  readonly deleted: boolean;
  readonly lastCalculatedAt: Date;
  readonly pinnedAt: Date | null;
}

/** The stored fields of an action. */
export const ACTION_FIELDS = fieldTable<Action, ActionTable>()({
  id: own('id'),
  projectId: own('project_id'),
  name: 'name',
  description: 'description',
  tags: 'tags',
  postToSlack: 'post_to_slack',
  slackMessageFormat: 'slack_message_format',
  steps: json('steps'),
  deleted: 'deleted',
  lastCalculatedAt: 'last_calculated_at',
  pinnedAt: 'pinned_at',
  createdAt: own('created_at'),
  createdById: own('created_by_id'),
});

export const { fromRow: toAction } = ACTION_FIELDS;

/** The fields that clients may set. */
export type ActionFields = Settable<typeof ACTION_FIELDS>;
