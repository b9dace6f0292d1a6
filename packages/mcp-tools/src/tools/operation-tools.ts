import { z } from 'zod';
import type { Answer } from '../respond/answer';
import { changeTool, readTool } from '../tool';
import { limit, offset, search } from './inputs';

const listActions = readTool({
  name: 'list_actions',
  title: 'List actions',
  description: 'Actions: named sets of events. Use their ids in trend.',
  scopes: ['action:read'],
  input: { search, limit: limit(100, 30), offset },
  async run({ search: part, ...page }, { client, signal }) {
    const { results, count } = await client.get('/api/projects/{project_id}/actions/', {
      query: { ...page, ...(part !== undefined && { search: part }) },
      signal,
    });
    return {
      summary: `${results.length} of ${count} actions.`,
      data: results.map(({ id, name, description, steps }) => ({ id, name, description, steps })),
      more: 'Use search or offset.',
    };
  },
});

const createAction = changeTool({
  name: 'create_action',
  title: 'Create an action',
  description: 'Makes an action from events: it happens whenever one of them does.',
  scopes: ['action:write', 'query:read'],
  input: {
    name: z.string().min(1).max(400),
    description: z.string().max(2_000).default(''),
    events: z.array(z.string().min(1).max(400)).min(1).max(20),
  },
  async prepare({ name, description, events }, { client, signal }) {
    const body = { name, description, steps: events.map((event) => ({ event })) };
    const { results } = await client.query(
      {
        kind: 'HogQLQuery',
        query:
          'SELECT count() FROM events WHERE event IN {events} AND timestamp > now() - INTERVAL 30 DAY',
        values: { events },
      },
      { signal },
    );
    const [[matches] = []] = results;
    return {
      plan: body,
      preview: {
        summary: `The action "${name}" would be made; it matches ${String(matches)} events of the last 30 days.`,
        data: body,
      },
      async apply(): Promise<Answer> {
        const { id } = await client.post('/api/projects/{project_id}/actions/', {
          body: body,
        });
        return { summary: `Action ${id} was made.`, data: { id } };
      },
    };
  },
});

const ingestionWarnings = readTool({
  name: 'ingestion_warnings',
  title: 'Ingestion warnings',
  description: 'What was wrong with events that came in: by type with counts and examples.',
  scopes: ['ingestion_warning:read'],
  input: {},
  async run(_input, { client, signal }) {
    const { results } = await client.get('/api/projects/{project_id}/ingestion_warnings/', {
      signal,
    });
    return {
      summary: results.length === 0 ? 'No warnings.' : `${results.length} types of warnings.`,
      data: results,
      fromVisitors: true,
      bounds: { items: 30, text: 200, total: 12_000 },
    };
  },
});

const health = readTool({
  name: 'health',
  title: 'Health of the installation',
  description: 'Services, stores, the ingest log and queues of this Tidemark.',
  scopes: ['organization:write'],
  input: {},
  async run(_input, { client, signal }) {
    const status = await client.get('/api/instance_status/', { signal });
    return { summary: 'The state of the installation:', data: status };
  },
});

const listAnnotations = readTool({
  name: 'list_annotations',
  title: 'List annotations',
  description: 'Notes on dates, such as releases: reasons why a number changed.',
  scopes: ['annotation:read'],
  input: { search, limit: limit(100, 30), offset },
  async run({ search: part, ...page }, { client, signal }) {
    const { results, count } = await client.get('/api/projects/{project_id}/annotations/', {
      query: { ...page, ...(part !== undefined && { search: part }) },
      signal,
    });
    return {
      summary: `${results.length} of ${count} annotations.`,
      data: results.map(({ id, date_marker, content, scope }) => ({
        id,
        date_marker,
        content,
        scope,
      })),
      more: 'Use search or offset.',
    };
  },
});

const createAnnotation = changeTool({
  name: 'create_annotation',
  title: 'Create an annotation',
  description: 'Puts a note on a date of all charts of the project.',
  scopes: ['annotation:write'],
  input: {
    content: z.string().min(1).max(400),
    date: z.iso.datetime({ offset: true }).describe('Such as 2026-01-31T10:00:00Z.'),
  },
  prepare({ content, date }, { client }) {
    const body = { content, date_marker: date, scope: 'project' as const };
    return Promise.resolve({
      plan: body,
      preview: { summary: `A note would be put on ${date}.`, data: body },
      async apply(): Promise<Answer> {
        const { id } = await client.post('/api/projects/{project_id}/annotations/', { body });
        return { summary: `Annotation ${id} was made.`, data: { id } };
      },
    });
  },
});

const activity = readTool({
  name: 'activity',
  title: 'Who changed what',
  description: 'The latest changes of flags, insights, settings and more, with their authors.',
  scopes: ['activity_log:read'],
  input: {
    scope: z.string().max(100).optional().describe('Such as FeatureFlag, Insight, Dashboard.'),
    limit: limit(50, 20),
  },
  async run({ scope, limit: most }, { client, signal }) {
    const { results } = await client.get('/api/projects/{project_id}/activity_log/', {
      query: { limit: most, ...(scope !== undefined && { scopes: scope }) },
      signal,
    });
    return {
      summary: `${results.length} changes.`,
      data: results.map(({ activity: what, scope: of, item_id, user, created_at, detail }) => {
        return {
          created_at,
          user: user?.email ?? null,
          activity: what,
          scope: of,
          item_id,
          detail,
        };
      }),
      // A changed definition has the name of an event or property.
      fromVisitors: true,
      bounds: { items: most, text: 150, total: 12_000 },
      more: 'Ask for fewer at once.',
    };
  },
});

export const operationTools = [
  listActions,
  createAction,
  ingestionWarnings,
  health,
  listAnnotations,
  createAnnotation,
  activity,
];
