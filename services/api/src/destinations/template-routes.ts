import { hogFunctionTemplateSchema, pageOf } from '@tidemark/contracts';
import {
  destinationTemplates,
  findInternalTemplate,
  findTemplate,
  internalTemplates,
} from '@tidemark/destinations';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { defaultPage, pageBody } from '../page-query';
import { pageParameters, parameter } from '../query-parameters';
import { found } from '../resource';
import { READ } from './deps';
import { internalTemplateBody, templateBody } from './destination-body';
import { askedTypes } from './destination-routes';

const LIST = '/hog_function_templates/';

const listQuery = z.object({
  ...pageParameters,
  type: parameter(
    '`destination` (without it: only these) or `internal_destination`: a template for each internal event.',
  ),
  types: parameter('The same, with several values separated by commas.'),
});

/** Kinds of destinations. */
export function createTemplateRoutes(): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'hog_function_templates_list',
      summary: 'List templates of destinations',
      method: 'GET',
      path: LIST,
      access: READ,
      query: listQuery,
      response: pageOf(hogFunctionTemplateSchema),
      handle: ({ url }) => {
        const page = defaultPage(url);
        const types = askedTypes(url.searchParams);
        const all = [
          ...(types.includes('destination')
            ? destinationTemplates.map((one) => templateBody(one))
            : []),
          ...(types.includes('internal_destination')
            ? internalTemplates.map(internalTemplateBody)
            : []),
        ];
        const rows = all.slice(page.offset, page.offset + page.limit);
        return Promise.resolve(pageBody(url, page, { count: all.length, rows }, (row) => row));
      },
    }),
    projectRoute({
      name: 'hog_function_templates_retrieve',
      summary: 'Read a template of destinations',
      method: 'GET',
      path: `${LIST}:id/`,
      access: READ,
      params: z.object({ id: z.string() }),
      response: hogFunctionTemplateSchema,
      handle({ params: { id } }) {
        const internal = findInternalTemplate(id);
        return Promise.resolve(
          internal === null
            ? templateBody(found(findTemplate(id)))
            : internalTemplateBody(internal),
        );
      },
    }),
  ];
}
