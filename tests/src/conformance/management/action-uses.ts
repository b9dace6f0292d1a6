import type { ConformanceCase, Manage, Send, Step } from '../test-support/case';
import { captured, counts, PERSONAL_KEY, PROJECT, shows } from '../test-support/case';
import { asked, makes, reads, shows as responses } from './management-steps';

const KEY = { authorization: `Bearer ${PERSONAL_KEY}` };

function query(source: object, status: number, response: object): Manage {
  return { manage: { method: 'POST', path: 'query/' }, body: { query: source }, status, response };
}

/** A call to a path of the whole API. */
function absolute(
  path: string,
  response: Send['response'],
  headers: Send['send']['headers'] = KEY,
): Send {
  return { send: { method: 'GET', path, headers }, response };
}

const BUYERS = makes('actions/', {
  name: 'Buyers',
  steps: [{ event: 'buy', url: '/pay' }, { event: 'order' }],
});
/** Five events, three of which match the action. */
const WORLD: readonly Step[] = [
  captured('buy', { $current_url: 'https://x/pay/1' }),
  captured('buy', { $current_url: 'https://x/pay/2' }),
  captured('buy', { $current_url: 'https://x/' }),
  captured('order'),
  captured('other'),
  counts('buy', 3),
  counts('order', 1),
  counts('other', 1),
];

/** The features that use actions, and access to the API (`docs/wire/actions.md#acceptance`). */
export const actionUses: readonly ConformanceCase[] = [
  {
    name: '48-50 matchesAction and trends of an action count the same events',
    steps: [
      BUYERS,
      ...WORLD,
      query(
        { kind: 'HogQLQuery', query: 'select count() from events where matchesAction({{Buyers}})' },
        200,
        { results: [[3]] },
      ),
      shows("select count() from events where matchesAction('Buyers')", [[3]]),
      query(
        { kind: 'HogQLQuery', query: "select 1 from events where matchesAction('nope')" },
        400,
        {
          type: 'validation_error',
          detail: expect.stringContaining("'nope'") as unknown,
        },
      ),
      query(
        {
          kind: 'TrendsQuery',
          dateRange: { date_from: '-1d' },
          series: [{ kind: 'ActionsNode', id: '#{{Buyers}}' }],
          trendsFilter: { display: 'BoldNumber' },
        },
        200,
        { results: [{ aggregated_value: 3 }] },
      ),
    ],
  },
  {
    name: '51 a query with an action without steps is rejected',
    steps: [
      makes('actions/', { name: 'Empty', steps: [] }),
      BUYERS,
      ...WORLD,
      query({ kind: 'EventsQuery', select: ['event'], actionId: '#{{Empty}}', after: '-1d' }, 400, {
        type: 'validation_error',
      }),
      query(
        { kind: 'EventsQuery', select: ['count()'], actionId: '#{{Buyers}}', after: '-1d' },
        200,
        { results: [[3]] },
      ),
    ],
  },
  {
    name: '52 a saved insight is listed as a reference of its action',
    steps: [
      BUYERS,
      responses('actions/{{Buyers}}/references/', []),
      {
        manage: { method: 'POST', path: 'insights/' },
        body: {
          name: 'Sales',
          query: {
            kind: 'InsightVizNode',
            source: { kind: 'TrendsQuery', series: [{ kind: 'ActionsNode', id: '#{{Buyers}}' }] },
          },
        },
        status: 201,
      },
      responses('actions/{{Buyers}}/references/', [
        {
          type: 'insight',
          id: expect.stringMatching(/^\w{8}$/) as unknown,
          name: 'Sales',
          url: expect.stringMatching(/^\/.*insights\/\w{8}$/) as unknown,
        },
      ]),
      {
        manage: { method: 'PATCH', path: 'insights/{{Sales}}/' },
        body: { deleted: true },
        status: 200,
      },
      responses('actions/{{Buyers}}/references/', []),
    ],
  },
  {
    name: '33-34 the list is available as CSV, and in no other format',
    steps: [
      BUYERS,
      asked('GET', 'actions/?format=csv', {
        status: 200,
        headers: { 'content-type': /^text\/csv/ },
        body: /^[^\r\n]*,steps\.0\.event,[^\r\n]*\r\n[^\r\n]*Buyers/,
      }),
      reads('actions/?format=json', { count: 1 }),
      asked('GET', 'actions/?format=xml', { status: 404, body: { code: 'not_found' } }),
    ],
  },
  {
    name: '35-46 access by keys, in projects, with scopes',
    steps: [
      absolute(
        `/api/projects/${PROJECT}/actions/`,
        {
          status: 401,
          body: {
            type: 'authentication_error',
            code: 'not_authenticated',
            detail: 'Authentication credentials were not provided.',
            attr: null,
          },
        },
        {},
      ),
      absolute(
        `/api/projects/${PROJECT}/actions/`,
        {
          status: 401,
          body: {
            type: 'authentication_error',
            code: 'authentication_failed',
            detail: 'Personal API key found in request Authorization header is invalid.',
            attr: null,
          },
        },
        { authorization: 'Bearer phx_bad' },
      ),
      absolute('/api/projects/999999/actions/', {
        status: 404,
        body: {
          type: 'invalid_request',
          code: 'not_found',
          detail: 'Project not found.',
          attr: null,
        },
      }),
      absolute('/api/projects/@current/actions', { status: 200 }),
      absolute('/api/personal_api_keys/@current', {
        status: 200,
        body: {
          value: null,
          scopes: expect.any(Array) as unknown,
          scoped_teams: [],
          scoped_organizations: [],
        },
      }),
      {
        manage: { method: 'GET', path: 'actions/' },
        scopes: ['insight:read'],
        status: 403,
        response: { detail: "API key missing required scope 'action:read'" },
      },
      {
        manage: { method: 'POST', path: 'actions/' },
        scopes: ['action:read'],
        status: 403,
        response: { detail: "API key missing required scope 'action:write'" },
      },
    ],
  },
];
