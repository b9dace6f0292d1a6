import { sessionPropertyListSchema, sessionValuesSchema } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { QueryEngine } from '@tidemark/query-engine';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { booleanParameter, parameter } from '../query-parameters';
import { findSessionProperties } from './session-properties';
import { sessionValues } from './session-values';

const definitionsQuery = z.object({
  search: parameter('Words that the name contains, case-insensitive.'),
  is_numerical: booleanParameter('Only numbers, or only others.'),
});
const valuesQuery = z.object({
  key: parameter('Name of the property; required.'),
  value: parameter('Part of the value, case-insensitive.'),
});

/** Routes for session properties and the values of one. */
export function createSessionRoutes({
  engine,
}: {
  readonly engine: QueryEngine;
}): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'sessions_property_definitions_retrieve',
      summary: 'List session properties',
      method: 'GET',
      path: '/sessions/property_definitions/',
      access: { scope: 'query:read' },
      query: definitionsQuery,
      response: sessionPropertyListSchema,
      handle({ url: { searchParams } }) {
        // As in PostHog, every separator of words counts as a space, and each value other than `true` is false.
        const words = (searchParams.get('search') ?? '').toLowerCase().match(/[\p{L}\p{N}_]+/gu);
        const numerical = searchParams.get('is_numerical')?.toLowerCase();
        const found = findSessionProperties({
          words: words ?? [],
          ...(numerical !== undefined && { isNumerical: numerical === 'true' }),
        });
        const results = found.map(({ name, propertyType, isNumerical }) => ({
          id: name,
          name,
          is_numerical: isNumerical,
          property_type: propertyType,
          is_seen_on_filtered_events: null,
          tags: [],
        }));
        return Promise.resolve({ count: results.length, results });
      },
    }),
    projectRoute({
      name: 'sessions_values_retrieve',
      summary: 'List values of a session property',
      method: 'GET',
      path: '/sessions/values/',
      access: { scope: 'query:read', queryRate: 'look' },
      query: valuesQuery,
      response: sessionValuesSchema,
      async handle({ caller: { project }, url: { searchParams }, signal }) {
        const key = searchParams.get('key') ?? '';
        if (key === '') throw validationError('invalid_input', 'Key not provided');
        const asked = { key, value: searchParams.get('value') ?? '' };
        const names = await sessionValues(engine, project, asked, signal);
        return { results: names.map((name) => ({ name })), refreshing: false as const };
      },
    }),
  ];
}
