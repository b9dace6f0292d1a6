import type { Item, Query, TidemarkClient } from '@tidemark/client';
import { z } from 'zod';
import type { Answer } from '../respond/answer';
import { RejectedCallError } from '../respond/failures';
import { changeTool, readTool } from '../tool';
import { limit, offset, search } from './inputs';

const listInsights = readTool({
  name: 'list_insights',
  title: 'List saved insights',
  description: 'Saved insights with their ids and kinds; look here before making a new one.',
  scopes: ['insight:read'],
  input: { search, limit: limit(100, 30), offset },
  async run({ search: part, ...page }, { client, signal }) {
    const { results, count } = await client.get('/api/projects/{project_id}/insights/', {
      query: { ...page, basic: true, saved: true, ...(part !== undefined && { search: part }) },
      signal,
    });
    return {
      summary: `${results.length} of ${count} insights.`,
      data: results.map((insight) => insightFacts(insight)),
      more: 'Use search or offset.',
    };
  },
});

function insightFacts(insight: Item<'/api/projects/{project_id}/insights/'>) {
  const { id, short_id, name, description, query, dashboards, last_modified_at } = insight;
  return {
    ...{ id, short_id, name, last_modified_at, dashboards },
    ...(description !== '' && description !== null && { description }),
    kind: kindOf(query),
  };
}

function kindOf(query: unknown): string | null {
  const { kind, source } = (query ?? {}) as { kind?: string; source?: { kind?: string } };
  return source?.kind ?? kind ?? null;
}

const runInsight = readTool({
  name: 'run_insight',
  title: 'Result of a saved insight',
  description: 'The query of a saved insight and its present result.',
  scopes: ['insight:read', 'query:read'],
  input: { id: z.union([z.int(), z.string().min(1).max(20)]).describe('The id or the short_id.') },
  async run({ id }, { client, signal }) {
    const insight = await client.get('/api/projects/{project_id}/insights/{id}/', {
      path: { id: await numberOf(client, id) },
      query: { refresh: 'blocking' },
      signal,
    });
    const { name, query } = insight;
    const result = 'result' in insight ? insight.result : null;
    return {
      summary: `${name === '' || name === null ? 'An insight without a name' : name}: ${kindOf(query) ?? 'unknown kind'}.`,
      data: { query, result },
      fromVisitors: true,
      bounds: { items: 40, text: 300, total: 20_000 },
      more: 'Run its query with a shorter range, or with run_hogql, for other parts.',
    };
  },
});

/**
 * The number of an insight, also by its short id.
 *
 * @throws RejectedCallError if the project has no insight of that short id
 */
async function numberOf(client: TidemarkClient, id: number | string): Promise<string> {
  if (typeof id === 'number' || /^\d+$/.test(id)) return String(id);
  const { results } = await client.get('/api/projects/{project_id}/insights/', {
    query: { short_id: id, basic: true },
  });
  const [found] = results;
  if (found !== undefined) return String(found.id);
  throw new RejectedCallError(`There is no insight ${id}. list_insights shows all.`);
}

const saveInsight = changeTool({
  name: 'save_insight',
  title: 'Save an insight',
  description:
    'Saves a statement or a query as an insight, on a dashboard if one is named. The dry run computes it.',
  scopes: ['insight:write', 'query:read'],
  input: {
    name: z.string().min(1).max(400),
    description: z.string().max(2_000).default(''),
    hogql: z.string().max(20_000).optional().describe('A statement, or give query.'),
    query: z
      .looseObject({ kind: z.string() })
      .optional()
      .describe('A TrendsQuery, FunnelsQuery, RetentionQuery …, as run_insight shows them.'),
    dashboard_id: z.int().optional(),
  },
  async prepare({ name, description, hogql, query: given, dashboard_id }, { client, signal }) {
    const source = (given ?? { kind: 'HogQLQuery', query: hogql ?? '' }) as Query;
    const result = await client.query(source as Query<'HogQLQuery'>, { signal });
    const rows = Array.isArray(result.results) ? result.results.length : 1;
    const wrapper = source.kind === 'HogQLQuery' ? 'DataVisualizationNode' : 'InsightVizNode';
    const body = {
      ...{ name, description, saved: true, query: { kind: wrapper, source } },
      ...(dashboard_id !== undefined && { dashboards: [dashboard_id] }),
    };
    return {
      plan: body,
      preview: {
        summary: `The insight "${name}" would be saved; its query works and has ${rows} results now.`,
        data: body,
      },
      async apply(): Promise<Answer> {
        const made = await client.post('/api/projects/{project_id}/insights/', { body });
        const { id, short_id } = made;
        return { summary: `Saved as insight ${id}.`, data: { id, short_id } };
      },
    };
  },
});

const listDashboards = readTool({
  name: 'list_dashboards',
  title: 'List dashboards',
  description: 'Dashboards with their ids.',
  scopes: ['dashboard:read'],
  input: { search, limit: limit(100, 30), offset },
  async run({ search: part, ...page }, { client, signal }) {
    const { results, count } = await client.get('/api/projects/{project_id}/dashboards/', {
      query: { ...page, ...(part !== undefined && { search: part }) },
      signal,
    });
    return {
      summary: `${results.length} of ${count} dashboards.`,
      data: results.map(({ id, name, description, pinned, tags }) => {
        return { id, name, ...(description !== '' && { description }), pinned, tags };
      }),
      more: 'Use search or offset.',
    };
  },
});

const getDashboard = readTool({
  name: 'get_dashboard',
  title: 'Read a dashboard',
  description: 'The tiles of a dashboard; with_results adds their present results, cut to fit.',
  scopes: ['dashboard:read'],
  input: { id: z.int(), with_results: z.boolean().default(false) },
  async run({ id, with_results: withResults }, { client, signal }) {
    const dashboard = await client.get('/api/projects/{project_id}/dashboards/{id}/', {
      path: { id },
      query: { refresh: withResults ? 'blocking' : 'force_cache' },
      signal,
    });
    const shown = dashboard.tiles.map(({ id: tile, text, insight }) => ({
      tile,
      ...(text !== null && { text: text.body }),
      ...(insight !== null && {
        insight: insight.id,
        name: insight.name,
        kind: kindOf(insight.query),
        ...(withResults && { result: insight.result }),
      }),
    }));
    return {
      summary: `Dashboard "${dashboard.name ?? ''}" with ${shown.length} tiles.`,
      data: shown,
      fromVisitors: withResults,
      bounds: { items: 30, text: 300, total: 24_000 },
      more: 'Use run_insight for the whole result of one tile.',
    };
  },
});

const createDashboard = changeTool({
  name: 'create_dashboard',
  title: 'Create a dashboard',
  description: 'Makes an empty dashboard, to which save_insight adds tiles.',
  scopes: ['dashboard:write'],
  input: { name: z.string().min(1).max(400), description: z.string().max(2_000).default('') },
  prepare(body, { client }) {
    return Promise.resolve({
      plan: body,
      preview: { summary: `The dashboard "${body.name}" would be made.`, data: body },
      async apply(): Promise<Answer> {
        const { id } = await client.post('/api/projects/{project_id}/dashboards/', { body });
        return { summary: `Dashboard ${id} was made.`, data: { id } };
      },
    });
  },
});

export const savedTools = [
  listInsights,
  runInsight,
  saveInsight,
  listDashboards,
  getDashboard,
  createDashboard,
];
