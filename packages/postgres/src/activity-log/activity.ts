import type { ActivityScope } from '@tidemark/contracts';

export type { ActivityScope } from '@tidemark/contracts';

/** What a change belongs to: a project, or an organization where it concerns all of its projects. */
export type ActivityPlace =
  | { readonly projectId: number; readonly organizationId?: undefined }
  | { readonly organizationId: string; readonly projectId?: undefined };

/** One field that a change touched; null stands for a field that was, or became, empty. */
export interface FieldChange {
  readonly type: ActivityScope;
  readonly action: 'created' | 'changed' | 'deleted';
  /** Null where the thing itself is told as one field: a property of a group. */
  readonly field: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

/** How a row of the log tells its change, in the shape of the wire. */
export interface ActivityDetail {
  /** What the thing was called after the change. */
  readonly name: string | null;
  readonly changes: readonly FieldChange[];
}

export type NewActivity = ActivityPlace & {
  /** Null: the operator, from the command line. */
  readonly userId: number | null;
  readonly scope: ActivityScope;
  readonly itemId: string;
  /** `created`, `updated`, `deleted`, `restored`, … */
  readonly activity: string;
  readonly detail: ActivityDetail;
};

export type Activity = Pick<NewActivity, 'userId' | 'scope' | 'itemId' | 'activity' | 'detail'> & {
  readonly id: string;
  readonly createdAt: Date;
};
