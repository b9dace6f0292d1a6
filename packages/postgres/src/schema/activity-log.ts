import type { ActivityScope } from '@tidemark/contracts';
import type { CreatedAt, Json } from './columns';

/** One field that a change touched; null stands for a field that was, or became, empty. */
export interface FieldChange {
  readonly type: ActivityScope;
  readonly action: 'created' | 'changed' | 'deleted';
  /** Null where the whole item is one field: a property of a group. */
  readonly field: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

/** The change that a row of the log describes, in the wire format. */
export interface ActivityDetail {
  /** The name of the item after the change. */
  readonly name: string | null;
  readonly changes: readonly FieldChange[];
}

export interface ActivityLogTable {
  id: string;
  /** Either this or the organization. */
  project_id: number | null;
  organization_id: string | null;
  user_id: number | null;
  scope: string;
  item_id: string;
  activity: string;
  detail: Json<ActivityDetail>;
  created_at: CreatedAt;
}
