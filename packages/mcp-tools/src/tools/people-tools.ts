import { z } from 'zod';
import { RejectedCallError } from '../respond/failures';
import { readTool } from '../tool';
import { limit, offset, search } from './inputs';

const findPersons = readTool({
  name: 'find_persons',
  title: 'Find persons',
  description: 'Persons by a part of their name, e-mail address or distinct id.',
  scopes: ['person:read'],
  input: { search: z.string().min(1).max(200), limit: limit(50, 10), offset },
  async run({ search: part, ...page }, { client, signal }) {
    const { results, next } = await client.get('/api/projects/{project_id}/persons/', {
      query: { ...page, search: part },
      signal,
    });
    return {
      summary: `${results.length} persons${next === null ? '' : ', and there are more'}.`,
      data: results.map(({ id, name, distinct_ids, properties, created_at }) => {
        return { id, name, distinct_ids: distinct_ids.slice(0, 5), created_at, properties };
      }),
      fromVisitors: true,
      bounds: { items: 50, text: 150, total: 16_000 },
      more: 'Use offset for the next ones.',
    };
  },
});

const getPerson = readTool({
  name: 'get_person',
  title: 'Read a person',
  description: 'The properties of a person and the latest events.',
  scopes: ['person:read', 'query:read'],
  input: { distinct_id: z.string().min(1).max(400), events: z.int().min(0).max(100).default(20) },
  async run({ distinct_id, events: most }, { client, signal }) {
    const { results } = await client.get('/api/projects/{project_id}/persons/', {
      query: { distinct_id },
      signal,
    });
    const [person] = results;
    if (person === undefined)
      throw new RejectedCallError('There is no person with that distinct id.');
    const events = await client.query(
      {
        kind: 'HogQLQuery',
        query:
          'SELECT timestamp, event, properties.$current_url AS url FROM events WHERE person_id = {id} ORDER BY timestamp DESC LIMIT {most}',
        values: { id: person.id, most: Math.max(1, most) },
      },
      { signal },
    );
    const { id, distinct_ids, properties, created_at } = person;
    const shown = events.results.slice(0, most);
    return {
      summary: `A person with ${distinct_ids.length} distinct ids and ${shown.length} events shown.`,
      data: { id, created_at, distinct_ids, properties, events: shown },
      fromVisitors: true,
      bounds: { items: 100, text: 300, total: 20_000 },
      more: 'Use run_hogql for other events.',
    };
  },
});

const findGroups = readTool({
  name: 'find_groups',
  title: 'Find groups',
  description: 'Groups such as companies: without a type, the types; with one, groups of it.',
  scopes: ['group:read'],
  input: { group_type_index: z.int().min(0).max(4).optional(), search },
  async run({ group_type_index: index, search: part }, { client, signal }) {
    if (index === undefined) {
      const types = await client.get('/api/projects/{project_id}/groups_types/', { signal });
      const data = types.map(({ group_type, group_type_index }) => ({
        group_type,
        group_type_index,
      }));
      return { summary: `${data.length} types of groups.`, data, fromVisitors: true };
    }
    const { results } = await client.get('/api/projects/{project_id}/groups/', {
      query: { group_type_index: index, ...(part !== undefined && { search: part }) },
      signal,
    });
    return {
      summary: `${results.length} groups on the first page.`,
      data: results.map(({ group_key, group_properties }) => ({ group_key, group_properties })),
      fromVisitors: true,
      bounds: { items: 50, text: 150, total: 16_000 },
      more: 'Use search for others.',
    };
  },
});

const listCohorts = readTool({
  name: 'list_cohorts',
  title: 'List cohorts',
  description: 'Cohorts with their size at the last calculation. In HogQL: person_id IN COHORT 1.',
  scopes: ['cohort:read'],
  input: { search, limit: limit(100, 30), offset },
  async run({ search: part, ...page }, { client, signal }) {
    const { results, count } = await client.get('/api/projects/{project_id}/cohorts/', {
      query: { ...page, ...(part !== undefined && { search: part }) },
      signal,
    });
    return {
      summary: `${results.length} of ${count} cohorts.`,
      data: results.map(({ id, name, description, count: size, is_static, filters }) => {
        return { id, name, description, count: size, is_static, filters };
      }),
      more: 'Use search or offset.',
    };
  },
});

export const peopleTools = [findPersons, getPerson, findGroups, listCohorts];
