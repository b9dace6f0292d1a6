/** What kinds of things have a history; more join by being named here. */
export type ActivityScope =
  | 'FeatureFlag'
  | 'Action'
  | 'Cohort'
  | 'Survey'
  | 'EarlyAccessFeature'
  | 'Insight'
  | 'Dashboard'
  | 'Group';

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

export interface NewActivity {
  readonly projectId: number;
  readonly userId: number | null;
  readonly scope: ActivityScope;
  readonly itemId: string;
  /** `created`, `updated`, `deleted`, `restored`, … */
  readonly activity: string;
  readonly detail: ActivityDetail;
}

export interface Activity extends NewActivity {
  readonly id: string;
  readonly createdAt: Date;
}
