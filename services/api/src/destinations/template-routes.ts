import { hogFunctionTemplateSchema, pageOf } from '@tidemark/contracts';
import { destinationTemplates, findTemplate } from '@tidemark/destinations';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { defaultPage, pageBody } from '../page-query';
import { pageQuery } from '../query-parameters';
import { found } from '../resource';
import { READ } from './deps';
import { templateBody } from './destination-body';

const LIST = '/hog_function_templates/';

/** Kinds of destinations. */
export function createTemplateRoutes(): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'hog_function_templates_list',
      summary: 'List templates of destinations',
      method: 'GET',
      path: LIST,
      access: READ,
      query: pageQuery,
      response: pageOf(hogFunctionTemplateSchema),
      handle: ({ url }) => {
        const page = defaultPage(url);
        const rows = destinationTemplates.slice(page.offset, page.offset + page.limit);
        const listed = { count: destinationTemplates.length, rows };
        return Promise.resolve(pageBody(url, page, listed, templateBody));
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
      handle: ({ params: { id } }) => Promise.resolve(templateBody(found(findTemplate(id)))),
    }),
  ];
}
