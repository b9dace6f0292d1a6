import type { AnnotationScope } from '@tidemark/contracts';
import { fieldTable, named, own } from '../field-table';
import type { Settable } from '../field-table';
import type { AnnotationTable } from '../schema';

/** A note about a date. */
export interface Annotation {
  readonly id: number;
  readonly projectId: number;
  readonly content: string | null;
  readonly dateMarker: Date | null;
  readonly scope: AnnotationScope;
  /** Whether a user or a program created it. */
  readonly creationType: 'USR' | 'GIT';
  /** The insight that the annotation is about; null for other scopes. */
  readonly insightId: number | null;
  readonly insightShortId: string | null;
  readonly insightName: string | null;
  readonly insightDerivedName: string | null;
  /** The dashboard that the annotation is about; null for other scopes. */
  readonly dashboardId: number | null;
  readonly dashboardName: string | null;
  readonly deleted: boolean;
  /** Null after the user was deleted. */
  readonly createdById: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The stored fields. The names of the insight and the dashboard are read from their tables. */
export const ANNOTATION_FIELDS = fieldTable<Annotation, AnnotationTable>()({
  id: own('id'),
  projectId: own('project_id'),
  content: 'content',
  dateMarker: 'date_marker',
  scope: 'scope',
  creationType: 'creation_type',
  insightId: named('insight_id', 'dashboard_item'),
  dashboardId: 'dashboard_id',
  deleted: 'deleted',
  createdById: own('created_by_id'),
  createdAt: own('created_at'),
  updatedAt: own('updated_at'),
});

export type AnnotationFields = Settable<typeof ANNOTATION_FIELDS>;
