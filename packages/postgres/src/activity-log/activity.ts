import type { ActivityScope } from '@tidemark/contracts';
import type { ActivityDetail } from '../schema';

export type { ActivityScope } from '@tidemark/contracts';
export type { ActivityDetail, FieldChange } from '../schema';

/** What a change belongs to: a project, or an organization if it affects all of its projects. */
export type ActivityPlace =
  | { readonly projectId: number; readonly organizationId?: undefined }
  | { readonly organizationId: string; readonly projectId?: undefined };

export type NewActivity = ActivityPlace & {
  /** Null: the operator, with the command line. */
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
