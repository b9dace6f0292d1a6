import type { ActivityScope } from '@tidemark/contracts';
import type { CreatedAt, Json } from './columns';

/** A changed field; null means that its value was or became empty. */
export interface FieldChange {
  readonly type: ActivityScope;
  readonly action: 'created' | 'changed' | 'deleted';
  /** Null if the whole item is one value, such as a property of a group. */
  readonly field: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

/** The details of a change, in the wire format. */
export interface ActivityDetail {
  /** The name of the item after the change. */
  readonly name: string | null;
  readonly changes: readonly FieldChange[];
}

export interface ActivityLogTable {
  id: string;
  /** Null if the change belongs to an organization. */
  project_id: number | null;
  organization_id: string | null;
  user_id: number | null;
  scope: string;
  item_id: string;
  activity: string;
  detail: Json<ActivityDetail>;
  created_at: CreatedAt;
}
