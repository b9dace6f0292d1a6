import type { AnnotationScope } from '@tidemark/contracts';
import { sql } from 'kysely';
import type { Reader, ResourceDatabase } from '../activity-log/unit-of-work';
import { likePattern } from '../like-pattern';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { Annotation, AnnotationFields } from './annotation';
import { ANNOTATION_FIELDS } from './annotation';
import { ANNOTATION_HISTORY } from './annotation-history';

/**
 * A reader of annotations, who sees those of the project, and those of the organization that are shared with all
 * projects.
 */
export interface AnnotationReader {
  readonly projectId: number;
  readonly organizationId: string;
}

/** An author of annotations, who can change those that they can see. */
export interface AnnotationAuthor extends AnnotationReader {
  readonly userId: number;
}

export interface AnnotationListQuery {
  /** A part of the content; the letter case is ignored. */
  readonly search?: string;
  readonly scope?: AnnotationScope;
  /** The range of the annotated dates. */
  readonly after?: Date;
  readonly before?: Date;
  readonly page: PageRequest;
}

export interface AnnotationRepository {
  /** Annotations that are not deleted, the latest first. */
  list(reader: AnnotationReader, query: AnnotationListQuery): Promise<Page<Annotation>>;
  find(
    reader: AnnotationReader,
    id: number,
    options?: { readonly withDeleted: boolean },
  ): Promise<Annotation | null>;
  create(author: AnnotationAuthor, fields: Partial<AnnotationFields>): Promise<Annotation | null>;
  /** Changes the given fields; deleted annotations are included on request, to restore them. */
  update(
    author: AnnotationAuthor,
    id: number,
    fields: Partial<AnnotationFields>,
    options: { readonly withDeleted: boolean },
  ): Promise<Annotation | null>;
}

const LIVE_ONLY = { withDeleted: false };

export function createAnnotationRepository({ db, change }: ResourceDatabase): AnnotationRepository {
  return {
    list(reader, { search, scope, after, before, page }) {
      const matches = seenBy(db, reader)
        .where('annotations.deleted', '=', false)
        .$if(search !== undefined, (q) =>
          q.where('annotations.content', 'ilike', likePattern(search ?? '')),
        )
        .$if(scope !== undefined, (q) =>
          q.where('annotations.scope', '=', scope ?? 'dashboard_item'),
        )
        .$if(after !== undefined, (q) =>
          q.where('annotations.date_marker', '>=', after ?? new Date(0)),
        )
        .$if(before !== undefined, (q) =>
          q.where('annotations.date_marker', '<=', before ?? new Date(0)),
        );
      const ids = matches.select('annotations.id');
      const rows = shown(db, reader)
        .where('annotations.id', 'in', ids)
        .orderBy(sql`annotations.date_marker DESC NULLS LAST, annotations.id DESC`);
      return readPage(matches, rows, page, (row) => row);
    },

    find: (reader, id, options) => findAnnotation(db, reader, id, options),

    create: (author, fields) =>
      change(ANNOTATION_HISTORY, inProjectOf(author), async (tx, entry) => {
        const { id } = await tx
          .insertInto('annotations')
          .values({
            ...ANNOTATION_FIELDS.toColumns(fields),
            project_id: author.projectId,
            created_by_id: author.userId,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const result = await findAnnotation(tx, author, id, { withDeleted: true });
        return { result, entries: [entry(null, result)] };
      }),

    update: (author, id, fields, options) =>
      change(ANNOTATION_HISTORY, inProjectOf(author), async (tx, entry) => {
        const before = await findAnnotation(tx, author, id, options);
        if (before === null) return { result: null, entries: [] };
        await tx
          .updateTable('annotations')
          .set({
            ...ANNOTATION_FIELDS.toColumns(fields),
            ...ownerOf(fields, author),
            updated_at: sql<Date>`now()`,
          })
          .where('id', '=', id)
          .execute();
        const result = await findAnnotation(tx, author, id, { withDeleted: true });
        return { result, entries: result === null ? [] : [entry(before, result)] };
      }),
  };
}

function inProjectOf({ projectId, userId }: AnnotationAuthor) {
  return { projectId, userId };
}

async function findAnnotation(
  db: Reader,
  reader: AnnotationReader,
  id: number,
  { withDeleted } = LIVE_ONLY,
): Promise<Annotation | null> {
  const row = await shown(db, reader)
    .where('annotations.id', '=', id)
    .$if(!withDeleted, (q) => q.where('annotations.deleted', '=', false))
    .executeTakeFirst();
  return row ?? null;
}

function seenBy(db: Reader, { projectId, organizationId }: AnnotationReader) {
  return (
    db
      .selectFrom('annotations')
      .leftJoin('insights', 'insights.id', 'annotations.insight_id')
      .leftJoin('dashboards', 'dashboards.id', 'annotations.dashboard_id')
      .where(
        sql<boolean>`(annotations.project_id = ${projectId} OR (annotations.scope = 'organization'
        AND annotations.project_id IN
          (SELECT id FROM projects WHERE organization_id = ${organizationId}::uuid)))`,
      )
      // An annotation of an insight or dashboard is visible until the insight or dashboard is deleted.
      .where(
        sql<boolean>`CASE annotations.scope WHEN 'dashboard_item' THEN insights.deleted
        WHEN 'dashboard' THEN dashboards.deleted END IS NOT TRUE`,
      )
  );
}

function shown(db: Reader, reader: AnnotationReader) {
  return seenBy(db, reader).select([
    'annotations.id',
    'annotations.project_id as projectId',
    'annotations.content',
    'annotations.date_marker as dateMarker',
    'annotations.scope',
    'annotations.creation_type as creationType',
    'annotations.insight_id as insightId',
    'insights.short_id as insightShortId',
    'insights.name as insightName',
    'insights.derived_name as insightDerivedName',
    'annotations.dashboard_id as dashboardId',
    'dashboards.name as dashboardName',
    'annotations.deleted',
    'annotations.created_by_id as createdById',
    'annotations.created_at as createdAt',
    'annotations.updated_at as updatedAt',
  ]);
}

/** An annotation that is no longer shared with the organization belongs to the project in which it was changed. */
function ownerOf({ scope }: Partial<AnnotationFields>, { projectId }: AnnotationReader) {
  return scope === undefined || scope === 'organization' ? {} : { project_id: projectId };
}
