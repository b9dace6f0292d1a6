import type { AnnotationScope } from '@tidemark/contracts';

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
  /** Null once that user is gone. */
  readonly createdById: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The fields that a client may set. */
export type AnnotationFields = Pick<
  Annotation,
  'content' | 'dateMarker' | 'scope' | 'creationType' | 'insightId' | 'dashboardId' | 'deleted'
>;
