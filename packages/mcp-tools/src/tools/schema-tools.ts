import { z } from 'zod';
import { readTool } from '../tool';
import { limit, name, offset, search } from './inputs';

const listEvents = readTool({
  name: 'list_events',
  title: 'List events',
  description:
    'The names of the events of the project, with descriptions and when they were last seen. Start here: names in queries must be exact.',
  scopes: ['event_definition:read'],
  input: { search, limit: limit(200, 100), offset },
  async run({ search: part, limit: most, offset: from }, { client, signal }) {
    const page = await client.get('/api/projects/{project_id}/event_definitions/', {
      query: {
        limit: most,
        offset: from,
        ordering: '-last_seen_at',
        ...(part !== undefined && { search: part }),
      },
      signal,
    });
    const events = page.results.map(({ name, description, verified, last_seen_at }) => ({
      name,
      ...(description !== '' && { description }),
      ...(verified && { verified }),
      last_seen_at,
    }));
    return {
      summary: `${events.length} of ${page.count} events${part === undefined ? '' : ' with that part in their name'}.`,
      data: events,
      fromVisitors: true,
      bounds: { items: most, text: 200, total: 24_000 },
      more: 'Use search, or offset for the next ones.',
    };
  },
});

const listProperties = readTool({
  name: 'list_properties',
  title: 'List properties',
  description:
    'Names and types of properties: of one event, of all events, of persons, or of groups. In HogQL: properties.name, person.properties.name.',
  scopes: ['property_definition:read'],
  input: {
    of: z.enum(['event', 'person', 'group']).default('event'),
    event: name.optional().describe('Only properties seen with this event.'),
    group_type_index: z.int().min(0).max(4).optional().describe('Which groups; needed for them.'),
    search,
    limit: limit(300, 150),
    offset,
  },
  async run({ of, event, group_type_index: index, search: part, ...page }, { client, signal }) {
    const found = await client.get('/api/projects/{project_id}/property_definitions/', {
      query: {
        type: of,
        ...page,
        ...(part !== undefined && { search: part }),
        ...(of === 'group' && { group_type_index: index ?? 0 }),
        ...(event !== undefined && {
          event_names: JSON.stringify([event]),
          filter_by_event_names: true,
        }),
      },
      signal,
    });
    return {
      summary: `${found.results.length} of ${found.count} properties${event === undefined ? '' : ' of that event'}.`,
      data: found.results.map(({ name: property, property_type: type, description }) => ({
        name: property,
        type: type ?? 'unknown',
        ...(description !== '' && { description }),
      })),
      fromVisitors: true,
      bounds: { items: page.limit, text: 200, total: 24_000 },
      more: 'Use search, or offset for the next ones.',
    };
  },
});

const propertyValues = readTool({
  name: 'property_values',
  title: 'Values of a property',
  description:
    'The most frequent values of a property in the last 7 days, to filter by one that exists.',
  scopes: ['query:read'],
  input: {
    of: z.enum(['event', 'person']).default('event'),
    property: name,
    event: name.optional().describe('Only values on this event.'),
    search: z.string().max(200).optional().describe('A part of the value.'),
  },
  async run({ of, property, event, search: part }, { client, signal }) {
    const { results } = await client.query(
      {
        kind: 'PropertyValuesQuery',
        property_type: of,
        property_key: property,
        ...(event !== undefined && { event_names: [event] }),
        ...(part !== undefined && { search_value: part }),
      },
      { signal },
    );
    return {
      summary: `${results.length} values.`,
      data: results.map(({ name, count }) => ({ value: name, count })),
      fromVisitors: true,
      bounds: { items: 50, text: 200, total: 8_000 },
      more: 'Use search for others.',
    };
  },
});

const describeTables = readTool({
  name: 'describe_tables',
  title: 'Describe the tables of HogQL',
  description:
    'Without a table: the names of all tables that HogQL can read. With one: its columns and their types.',
  scopes: ['query:read'],
  input: { table: z.string().max(400).optional() },
  async run({ table }, { client, signal }) {
    const { tables } = await client.query({ kind: 'DatabaseSchemaQuery' }, { signal });
    const names = Object.keys(tables).sort();
    if (table === undefined) {
      const bounds = { items: 500, text: 200, total: 12_000 };
      return { summary: `${names.length} tables.`, data: names, bounds };
    }
    const found = Object.hasOwn(tables, table) ? tables[table] : undefined;
    if (found === undefined) {
      const summary = `There is no table of that name. Tables: ${names.slice(0, 50).join(', ')}.`;
      return { summary, isError: true };
    }
    const columns = Object.entries(found.fields as Record<string, { type?: string }>).map(
      ([name, field]) => ({ name, type: field.type ?? 'unknown' }),
    );
    return { summary: `${columns.length} columns.`, data: columns, fromVisitors: true };
  },
});

export const schemaTools = [listEvents, listProperties, propertyValues, describeTables];
