import { requireScope } from '@tidemark/access';
import {
  ingestionRuleCreateSchema,
  ingestionRuleDryRunResultSchema,
  ingestionRuleDryRunSchema,
  ingestionRuleListSchema,
  ingestionRuleOrderSchema,
  ingestionRuleSchema,
  ingestionRuleUpdateSchema,
  MAX_INGESTION_RULES,
  pageOf,
} from '@tidemark/contracts';
import { projectHashKey } from '@tidemark/domain';
import { validationError } from '@tidemark/platform';
import type { IngestionRuleRepository } from '@tidemark/postgres';
import type { QueryEngine } from '@tidemark/query-engine';
import { z } from 'zod';
import { inProject } from '../activity-log/author';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { lastEvents } from '../events/last-events';
import { defaultPage, pageBody } from '../page-query';
import { pageQuery } from '../query-parameters';
import { found } from '../resource';
import { destroyRoute, updateRoutes } from '../resource-routes';
import { isUuid } from '../uuid';
import { dryRun } from './dry-run';
import { checkRule, readRule, shownRule } from './rule-body';

const LIST = '/ingestion_rules/';
const DETAIL = '/ingestion_rules/:id/';
const READ = { scope: 'ingestion_rule:read' } as const;
const WRITE = { scope: 'ingestion_rule:write' } as const;
const params = z.object({ id: z.string().refine(isUuid) });

export interface IngestionRuleRouteDeps {
  readonly ingestionRules: IngestionRuleRepository;
  readonly engine: QueryEngine;
  readonly config: { readonly INGESTION_RULES_KEY?: string | undefined };
}

/** Routes for the ingestion rules of a project (`docs/ingestion-rules.md`). PostHog has no such routes. */
export function createIngestionRuleRoutes(deps: IngestionRuleRouteDeps): readonly ProjectRoute[] {
  const { ingestionRules: rules } = deps;
  const hasKey = deps.config.INGESTION_RULES_KEY !== undefined;

  return [
    projectRoute({
      name: 'ingestion_rules_list',
      summary: 'List ingestion rules in their order',
      method: 'GET',
      path: LIST,
      access: READ,
      query: pageQuery,
      response: pageOf(ingestionRuleSchema),
      async handle({ caller: { project }, url }) {
        const request = defaultPage(url);
        const all = await rules.list(project.id);
        const page = all.slice(request.offset, request.offset + request.limit);
        return pageBody(url, request, { count: all.length, rows: page }, shownRule);
      },
    }),
    projectRoute({
      name: 'ingestion_rules_create',
      summary: 'Create an ingestion rule at the end of the order',
      method: 'POST',
      path: LIST,
      access: WRITE,
      status: 201,
      body: ingestionRuleCreateSchema,
      response: ingestionRuleSchema,
      async handle({ caller, body }) {
        checkRule(body, hasKey);
        const rule = await rules.create(inProject(caller), body);
        if (rule !== null) return shownRule(rule);
        throw validationError(
          'invalid_input',
          `A project has at most ${MAX_INGESTION_RULES} ingestion rules.`,
        );
      },
    }),
    ...createActionRoutes(deps),
    projectRoute({
      name: 'ingestion_rules_retrieve',
      summary: 'Read an ingestion rule',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params,
      response: ingestionRuleSchema,
      handle: async ({ caller: { project }, params: { id } }) =>
        shownRule(await rules.findById(project.id, id)),
    }),
    ...updateRoutes('ingestion_rules', {
      summary: 'Change fields of an ingestion rule',
      path: DETAIL,
      access: WRITE,
      params,
      body: ingestionRuleUpdateSchema,
      response: ingestionRuleSchema,
      async handle({ caller, params: { id }, body }) {
        const { name, enabled, kind, conditions, config } = found(
          await rules.findById(caller.project.id, id),
        );
        const rule = readRule({ name, enabled, kind, conditions, config, ...body });
        checkRule(rule, hasKey);
        return shownRule(await rules.update(inProject(caller), id, rule));
      },
    }),
    destroyRoute('ingestion_rules', {
      summary: 'Delete an ingestion rule',
      path: DETAIL,
      access: WRITE,
      params,
      remove: (caller, { id }) => rules.delete(inProject(caller), id),
    }),
  ];
}

/** Before the routes of one rule, whose id would take their names. */
function createActionRoutes(deps: IngestionRuleRouteDeps): readonly ProjectRoute[] {
  const { ingestionRules: rules, engine, config } = deps;
  const secret = config.INGESTION_RULES_KEY;
  return [
    projectRoute({
      name: 'ingestion_rules_reorder',
      summary: 'Change the order of ingestion rules',
      method: 'POST',
      path: '/ingestion_rules/reorder/',
      access: WRITE,
      body: ingestionRuleOrderSchema,
      response: ingestionRuleListSchema,
      async handle({ caller, body: { ids } }) {
        const ordered = await rules.reorder(inProject(caller), ids);
        if (ordered !== null) return { results: ordered.map(shownRule) };
        throw validationError(
          'invalid_input',
          'Name each ingestion rule of the project exactly once.',
          'ids',
        );
      },
    }),
    projectRoute({
      name: 'ingestion_rules_dry_run',
      summary: 'Test saved or unsaved ingestion rules with the last events',
      method: 'POST',
      path: '/ingestion_rules/dry_run/',
      access: { ...READ, queryRate: 'look' },
      body: ingestionRuleDryRunSchema,
      response: ingestionRuleDryRunResultSchema,
      async handle({ caller, body, signal }) {
        // Examples quote events.
        requireScope(caller, 'query:read');
        for (const rule of body.rules) checkRule(rule, secret !== undefined);
        const { project } = caller;
        const events = await lastEvents(engine, project, body.events, signal);
        return dryRun(body.rules, events, projectHashKey(secret ?? '', project.id));
      },
    }),
  ];
}
