import type { ActionScenario } from './case';

const CREATE = { method: 'POST', path: '', status: 201 } as const;
const ONE = '{id}/';

/** A stored step with default values and the given fields. */
const storedStep = (fields: object): object => ({
  event: null,
  properties: null,
  selector: null,
  selector_regex: null,
  tag_name: null,
  text: null,
  text_matching: null,
  href: null,
  href_matching: null,
  url: null,
  url_matching: 'contains',
  ...fields,
});

const NOT_FOUND = { type: 'invalid_request', code: 'not_found', detail: 'Not found.', attr: null };

export const scenarios: readonly ActionScenario[] = [
  {
    name: 'a new action has every field of the wire format',
    calls: [
      {
        ...CREATE,
        body: { name: 'A', steps: [{ event: 'x' }] },
        response: {
          name: 'A',
          description: '',
          tags: [],
          post_to_slack: false,
          slack_message_format: '',
          steps: [storedStep({ event: 'x' })],
          created_by: { id: 1, last_name: '', hedgehog_config: {} },
          deleted: false,
          is_calculating: false,
          is_action: true,
          bytecode_error: null,
          pinned_at: null,
          creation_context: null,
        },
      },
      { method: 'GET', path: ONE, status: 200, response: { name: 'A' } },
    ],
  },
  {
    name: 'a name is unique, with its case, among actions that are not deleted',
    calls: [
      { ...CREATE, body: { name: 'A' } },
      {
        method: 'POST',
        path: '',
        body: { name: 'A' },
        status: 400,
        response: {
          type: 'validation_error',
          code: 'unique',
          detail: 'This project already has an action with this name, ID {id}',
          attr: 'name',
        },
      },
      { ...CREATE, body: { name: 'a' } },
      { method: 'PATCH', path: ONE, body: { deleted: true }, status: 200 },
      { ...CREATE, body: { name: 'A' } },
      // As in PostHog, restoring does not check whether the name is used.
      {
        method: 'PATCH',
        path: ONE,
        body: { deleted: false },
        status: 200,
        response: { name: 'A' },
      },
    ],
  },
  {
    name: 'the name is optional',
    calls: [
      { ...CREATE, body: {}, response: { name: null, steps: [] } },
      { ...CREATE, body: { name: null }, response: { name: null } },
    ],
  },
  {
    name: 'steps are normalised but keep their spaces',
    calls: [
      {
        ...CREATE,
        body: {
          steps: [
            { event: 'e ', isNew: 'y', id: '3' },
            { event: 'e', url_matching: null, url: ' /a ' },
            { event: 5 },
          ],
        },
        response: {
          steps: [
            storedStep({ event: 'e ' }),
            storedStep({ event: 'e', url_matching: null, url: '/a' }),
            storedStep({ event: '5' }),
          ],
        },
      },
    ],
  },
  {
    name: 'tags are a set, in lower case and without spaces around them',
    calls: [
      { ...CREATE, body: { tags: ['B', 'b ', ' a'] }, response: { tags: ['a', 'b'] } },
      {
        method: 'PATCH',
        path: ONE,
        body: { description: 'd' },
        status: 200,
        response: { tags: ['a', 'b'] },
      },
      { method: 'PATCH', path: ONE, body: { tags: [] }, status: 200, response: { tags: [] } },
    ],
  },
  {
    name: 'an update only changes the fields that it contains',
    calls: [
      { ...CREATE, body: { name: 'A', description: 'd', steps: [{ event: 'x' }] } },
      {
        method: 'PATCH',
        path: ONE,
        body: { description: 'e' },
        status: 200,
        response: { name: 'A', description: 'e', steps: [storedStep({ event: 'x' })] },
      },
      {
        method: 'PUT',
        path: ONE,
        body: { name: 'N' },
        status: 200,
        response: { name: 'N', description: 'e', steps: [storedStep({ event: 'x' })] },
      },
      { method: 'PATCH', path: ONE, body: { steps: [] }, status: 200, response: { steps: [] } },
      {
        method: 'PATCH',
        path: ONE,
        body: { created_by: { id: 9 }, is_calculating: true, id: 99, team_id: 99 },
        status: 200,
        response: { name: 'N', is_calculating: false, created_by: { id: 1 } },
      },
      { method: 'GET', path: ONE, status: 200, response: { name: 'N' } },
    ],
  },
  {
    name: 'an action can only be marked as deleted',
    calls: [
      { ...CREATE, body: { name: 'A' } },
      { method: 'DELETE', path: ONE, status: 405, response: null },
      { method: 'DELETE', path: '999999/', status: 405, response: null },
      { method: 'GET', path: ONE, status: 200, response: { deleted: false } },
      {
        method: 'PATCH',
        path: ONE,
        body: { deleted: true },
        status: 200,
        response: { deleted: true },
      },
      { method: 'GET', path: '', status: 200, response: { count: 0, results: [] } },
      { method: 'GET', path: ONE, status: 200, response: { deleted: true } },
      {
        method: 'PATCH',
        path: ONE,
        body: { deleted: false },
        status: 200,
        response: { deleted: false },
      },
      { method: 'GET', path: '', status: 200, response: { count: 1, results: [{ name: 'A' }] } },
    ],
  },
  {
    name: 'the list is sorted newest first, has pages, and can be searched',
    calls: [
      { ...CREATE, body: { name: 'Alpha', tags: ['t'] } },
      { ...CREATE, body: { name: 'Beta' } },
      { ...CREATE, body: { name: 'Gamma' } },
      {
        method: 'GET',
        path: '',
        status: 200,
        response: {
          count: 3,
          next: null,
          previous: null,
          results: [{ name: 'Gamma' }, { name: 'Beta' }, { name: 'Alpha' }],
        },
      },
      {
        method: 'GET',
        path: '?limit=1&offset=1',
        status: 200,
        response: {
          count: 3,
          next: '{url}?limit=1&offset=2',
          previous: '{url}?limit=1',
          results: [{ name: 'Beta' }],
        },
      },
      {
        method: 'GET',
        path: '?limit=abc&offset=-1',
        status: 200,
        response: { count: 3, next: null },
      },
      { method: 'GET', path: '?limit=0', status: 200, response: { count: 3, results: [] } },
      { method: 'GET', path: '?offset=7', status: 200, response: { count: 3, results: [] } },
      {
        method: 'GET',
        path: '?search=ALPH',
        status: 200,
        response: { count: 1, results: [{ name: 'Alpha' }] },
      },
      { method: 'GET', path: '?search=%25', status: 200, response: { count: 0, results: [] } },
      { method: 'GET', path: '?tags=["t"]', status: 200, response: { count: 1 } },
      {
        method: 'GET',
        path: '?ordering=name&limit=2',
        status: 200,
        response: { results: [{ name: 'Alpha' }, { name: 'Beta' }] },
      },
    ],
  },
  {
    name: 'unknown actions and paths are a 404',
    calls: [
      { method: 'GET', path: '999999/', status: 404, response: NOT_FOUND },
      { method: 'GET', path: 'abc/', status: 404, response: NOT_FOUND },
      {
        method: 'PATCH',
        path: '99999999999999999999/',
        body: {},
        status: 404,
        response: NOT_FOUND,
      },
    ],
  },
];
