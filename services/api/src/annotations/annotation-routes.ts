import { annotationSchema, annotationWriteSchema, idParameter, pageOf } from '@tidemark/contracts';
import type { AnnotationWrite } from '@tidemark/contracts';
import { countParameter, validationError } from '@tidemark/platform';
import type {
  Annotation,
  AnnotationRepository,
  DashboardRepository,
  InsightRepository,
  Project,
  UserRepository,
} from '@tidemark/postgres';
import { ANNOTATION_FIELDS } from '@tidemark/postgres';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { defaultPage, pageBody } from '../page-query';
import { found, peopleOf } from '../resource';
import { annotationBody } from './annotation-body';
import { annotationListQuery, authorOf, readerOf } from './annotation-fields';
import { pageParameters, parameter } from '../query-parameters';
import { unsupportedDestroyRoute } from '../resource-routes';

const LIST = '/annotations/';
const DETAIL = '/annotations/:id/';
const READ = { scope: 'annotation:read' } as const;
const WRITE = { scope: 'annotation:write' } as const;
const params = z.object({ id: idParameter() });
/** Charts request all annotations at once. */
const DEFAULT_LIMIT = 1_000;

const listQuery = z.object({
  ...pageParameters,
  search: parameter('Part of the text, case-insensitive.'),
  scope: parameter('Only annotations of this scope.'),
  date_from: parameter('Only dates since this one: ISO 8601 or relative.'),
  date_to: parameter('Only dates until this one: ISO 8601 or relative.'),
});

/** Notes on dates: those of the project, and those of the organization that are meant for all its projects. */
export function createAnnotationRoutes(deps: {
  readonly annotations: AnnotationRepository;
  readonly insights: Pick<InsightRepository, 'find'>;
  readonly dashboards: Pick<DashboardRepository, 'findMany'>;
  readonly users: UserRepository;
  readonly now: () => Date;
}): readonly ProjectRoute[] {
  const { annotations, dashboards, insights, users } = deps;
  const creatorOf = ({ createdById }: Annotation) => [createdById];

  const shown = async (annotation: Annotation | null) => {
    const people = await peopleOf(users, [found(annotation)], creatorOf);
    return annotationBody(found(annotation), people);
  };

  /** @throws ApiError 400 for an insight or a dashboard that the project does not have, or of a recording */
  const checked = async (project: Project, body: AnnotationWrite) => {
    const { dashboard_item: id, dashboard_id: dashboardId, scope } = body;
    if (scope === 'recording') {
      throw validationError('invalid_input', 'Recording scope is deprecated', 'scope');
    }
    if (typeof id === 'number' && (await insights.find(project.id, { id })) === null) {
      const detail = `Invalid pk "${id}" - object does not exist.`;
      throw validationError('does_not_exist', detail, 'dashboard_item');
    }
    if (dashboardId && (await dashboards.findMany(project.id, [dashboardId])).length === 0) {
      throw validationError('invalid_input', 'Dashboard not found.', 'dashboard_id');
    }
    return ANNOTATION_FIELDS.fromWire(body);
  };

  const update = (name: string, method: 'PATCH' | 'PUT') =>
    projectRoute({
      name,
      summary: 'Change or restore an annotation',
      method,
      path: DETAIL,
      access: WRITE,
      params,
      body: annotationWriteSchema,
      response: annotationSchema,
      async handle({ caller, params: { id }, body }) {
        const fields = await checked(caller.project, body);
        const options = { withDeleted: method === 'PATCH' };
        return shown(await annotations.update(authorOf(caller), id, fields, options));
      },
    });

  return [
    projectRoute({
      name: 'annotations_list',
      summary: 'List annotations',
      method: 'GET',
      path: LIST,
      access: READ,
      query: listQuery,
      response: pageOf(annotationSchema),
      async handle({ caller: { project }, url }) {
        const limit = countParameter(url.searchParams.get('limit')) || DEFAULT_LIMIT;
        const page = { ...defaultPage(url), limit };
        const query = annotationListQuery(url.searchParams, project, deps.now());
        const listed = await annotations.list(readerOf(project), { ...query, page });
        const people = await peopleOf(users, listed.rows, creatorOf);
        return pageBody(url, page, listed, (row) => annotationBody(row, people));
      },
    }),
    projectRoute({
      name: 'annotations_create',
      summary: 'Create an annotation',
      method: 'POST',
      path: LIST,
      access: WRITE,
      status: 201,
      body: annotationWriteSchema,
      response: annotationSchema,
      async handle({ caller, body }) {
        const fields = await checked(caller.project, body);
        return shown(await annotations.create(authorOf(caller), fields));
      },
    }),
    projectRoute({
      name: 'annotations_retrieve',
      summary: 'Read an annotation',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params,
      response: annotationSchema,
      handle: async ({ caller: { project }, params: { id } }) =>
        shown(await annotations.find(readerOf(project), id)),
    }),
    update('annotations_partial_update', 'PATCH'),
    update('annotations_update', 'PUT'),
    unsupportedDestroyRoute('annotations', {
      summary: 'Not supported: annotations are deleted by a change',
      path: DETAIL,
      access: WRITE,
    }),
  ];
}
