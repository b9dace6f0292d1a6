import type { AnnotationScope } from '@tidemark/contracts';
import { fieldTable, named, own } from '../field-table';
import type { Settable } from '../field-table';
import type { AnnotationTable } from '../schema';

/** A note on a date. */
export interface Annotation {
  readonly id: number;
  readonly projectId: number;
  readonly content: string | null;
  readonly dateMarker: Date | null;
  readonly scope: AnnotationScope;
  /** Whether a person or a program wrote it. */
  readonly creationType: 'USR' | 'GIT';
  /** The insight it is about; null for every other scope. */
  readonly insightId: number | null;
  readonly insightShortId: string | null;
  readonly insightName: string | null;
  readonly insightDerivedName: string | null;
  /** The dashboard it is about; null for every other scope. */
  readonly dashboardId: number | null;
  readonly dashboardName: string | null;
  readonly deleted: boolean;
  /** Null after the user was deleted. */
  readonly createdById: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The stored fields. Names of the insight and of the dashboard are read with them. */
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
