import type { ConformanceCase, Manage, Send, Step } from '../test-support/case';
import { captured, PERSONAL_KEY, PROJECT, shows as rows } from '../test-support/case';
import { asked, changes, makes, reads, rejected, shows } from './management-steps';

const ANY = expect.anything() as unknown;
const TEXT = expect.any(String) as unknown;
const NOT_FOUND = { type: 'invalid_request', code: 'not_found', detail: 'Not found.', attr: null };

/** The 17 fields of the specification. */
const FIELDS = [
  ...['id', 'name', 'description', 'tags', 'post_to_slack', 'slack_message_format', 'steps'],
  ...['created_at', 'created_by', 'deleted', 'is_calculating', 'last_calculated_at', 'team_id'],
  ...['is_action', 'bytecode_error', 'pinned_at', 'creation_context'],
];

const PAGE = ['count', 'next', 'previous', 'results'];

const NEW = makes('actions/', { name: 'A', steps: [{ event: 'x' }], description: 'kept' });
const gone = (deleted: boolean): Manage => changes('actions/{{A}}/', { deleted }, { deleted });
const listed = (...names: readonly string[]): Send =>
  reads('actions/', { count: names.length, results: names.map((name) => ({ name })) });
const posted = (body: object, response: object): Send =>
  asked('POST', 'actions/', { status: 201, body: response }, body);
const bad = (body: object, response: object): Send => rejected('POST', 'actions/', response, body);
const stepsBad = (step: object): Send =>
  bad({ steps: [step] }, { attr: expect.stringMatching(/^steps/) as unknown });

/** A call to a path of the whole API. */
function calls(method: string, path: string, response: Send['response'], key?: string): Send {
  const headers = key === '' ? {} : { authorization: `Bearer ${key ?? PERSONAL_KEY}` };
  return { send: { method, path, headers }, response };
}

/** A case with a key that has only the given scopes. */
function scoped(scopes: readonly string[], method: 'GET' | 'POST', missing?: string): Manage {
  const detail = `API key missing required scope '${missing ?? ''}'`;
  return {
    manage: { method, path: 'actions/' },
    scopes,
    ...(missing === undefined
      ? { status: method === 'GET' ? 200 : 201 }
      : { status: 403, response: { code: 'permission_denied', detail } }),
  };
}

const CHECKS: Readonly<Record<string, readonly Step[]>> = {
  '1 a new action has every field': [
    asked(
      'POST',
      'actions/',
      {
        status: 201,
        body: {
          name: 'A',
          steps: [
            {
              ...{ event: 'x', properties: null, selector: null, selector_regex: null },
              ...{ tag_name: null, text: null, text_matching: null, href: null },
              ...{ href_matching: null, url: null, url_matching: 'contains' },
            },
          ],
          created_at: TEXT,
          created_by: { id: ANY, uuid: ANY, email: ANY, first_name: ANY },
        },
        keys: FIELDS,
      },
      { name: 'A', steps: [{ event: 'x' }] },
    ),
  ],
  '2 the name is taken': [
    NEW,
    {
      manage: { method: 'POST', path: 'actions/' },
      body: { name: 'A' },
      status: 400,
      response: {
        code: 'unique',
        attr: 'name',
        detail: expect.stringMatching(/ ID \d+$/) as unknown,
      },
    },
  ],
  '3 case differs': [NEW, posted({ name: 'a' }, { name: 'a' })],
  '4 a blank name': [bad({ name: '  ' }, { code: 'blank', attr: 'name' })],
  '5 no name': [posted({}, { name: null })],
  '6 a long name': [bad({ name: 'x'.repeat(401) }, { code: 'max_length', attr: 'name' })],
  '7 spaces in an event name are kept': [
    posted({ steps: [{ event: 'e ' }] }, { steps: [{ event: 'e ', url_matching: 'contains' }] }),
  ],
  '8 url_matching null': [
    posted({ steps: [{ event: 'e', url_matching: null }] }, { steps: [{ url_matching: null }] }),
  ],
  '9 unknown keys of a step are removed': [
    asked(
      'POST',
      'actions/',
      { status: 201, body: { steps: [{ event: 'e' }] }, lacks: ['steps.0.isNew', 'steps.0.id'] },
      { steps: [{ event: 'e', isNew: 'y', id: '3' }] },
    ),
  ],
  '10 unknown matching': [stepsBad({ text_matching: 'fuzzy' })],
  '11 steps that are a text': [
    bad({ steps: 'x' }, { attr: expect.stringMatching(/^steps/) as unknown }),
  ],
  '12 properties that are an object': [stepsBad({ properties: {} })],
  '13 an empty text': [stepsBad({ text: '' })],
  '14 an invalid pattern': [stepsBad({ url: 'a(', url_matching: 'regex' })],
  '15 tags are a set': [posted({ name: 'T', tags: ['B', 'b ', ' a'] }, { tags: ['a', 'b'] })],
  '16 an update keeps the other fields': [
    makes('actions/', { name: 'A', tags: ['t'], steps: [{ event: 'x' }] }),
    changes('actions/{{A}}/', { description: 'd' }, { tags: ['t'], steps: [{ event: 'x' }] }),
  ],
  '17 tags cleared': [
    makes('actions/', { name: 'A', tags: ['t'] }),
    changes('actions/{{A}}/', { tags: [] }, { tags: [] }),
  ],
  '18 steps cleared': [NEW, changes('actions/{{A}}/', { steps: [] }, { steps: [] })],
  '19 steps null': [
    NEW,
    changes('actions/{{A}}/', { steps: null }, { code: 'null', attr: 'steps' }, 400),
  ],
  '20 read-only fields': [
    NEW,
    changes(
      'actions/{{A}}/',
      { created_by: { id: 9 }, is_calculating: true, id: 99 },
      { name: 'A', is_calculating: false, created_by: { id: 1 } },
    ),
    shows('actions/{{A}}/', { name: 'A' }),
  ],
  '21-22 pinning sets the time of the server once': [
    NEW,
    changes(
      'actions/{{A}}/',
      { pinned_at: '2001-01-01T00:00:00Z' },
      { pinned_at: expect.stringMatching(/^20(?!01)/) as unknown },
    ),
    changes(
      'actions/{{A}}/',
      { pinned_at: '2001-01-01T00:00:00Z' },
      { pinned_at: expect.stringMatching(/^20(?!01)/) as unknown },
    ),
    changes('actions/{{A}}/', { pinned_at: null }, { pinned_at: null }),
  ],
  '23 PUT keeps the fields that it does not contain': [
    NEW,
    {
      manage: { method: 'PUT', path: 'actions/{{A}}/' },
      body: { name: 'N' },
      status: 200,
      response: { name: 'N', description: 'kept', steps: [{ event: 'x' }] },
    },
  ],
  '24 DELETE is rejected': [
    NEW,
    { manage: { method: 'DELETE', path: 'actions/{{A}}/' }, status: 405 },
    shows('actions/{{A}}/', { deleted: false }),
  ],
  '25 DELETE of an unknown action': [
    asked('DELETE', 'actions/999999/', { status: 405, body: '' }),
    asked('DELETE', 'actions/999999', { status: 405, body: '' }),
  ],
  '26 soft deletion': [NEW, gone(true), listed(), shows('actions/{{A}}/', { deleted: true })],
  '27 the name of a deleted action can be used again': [
    NEW,
    gone(true),
    posted({ name: 'A' }, { name: 'A' }),
  ],
  '28 restored': [NEW, gone(true), gone(false), listed('A')],
  '29 the list': [
    NEW,
    makes('actions/', { name: 'B' }),
    reads(
      'actions/',
      { count: 2, next: null, previous: null, results: [{ name: 'B' }, { name: 'A' }] },
      { keys: PAGE },
    ),
  ],
  '30-31 pages': [
    ...['1', '2', '3', '4'].map((name) => makes('actions/', { name })),
    reads('actions/?limit=2&offset=1', {
      count: 4,
      previous: TEXT,
      next: TEXT,
      results: [{ name: '3' }, { name: '2' }],
    }),
    reads('actions/?limit=abc&offset=-1', {
      count: 4,
      next: null,
      results: [{ name: '4' }, { name: '3' }, { name: '2' }, { name: '1' }],
    }),
  ],
  '32 search': [
    makes('actions/', { name: 'Alpha' }),
    makes('actions/', { name: 'Beta' }),
    reads('actions/?search=ALPH', { count: 1, results: [{ name: 'Alpha' }] }),
  ],
  '35 a request without a key': [
    calls(
      'GET',
      `/api/projects/${PROJECT}/actions/`,
      { status: 401, body: { code: 'not_authenticated' }, headers: { 'www-authenticate': /./ } },
      '',
    ),
  ],
  '36 an invalid key': [
    calls(
      'GET',
      `/api/projects/${PROJECT}/actions/`,
      { status: 401, body: { code: 'authentication_failed' } },
      'phx_bad',
    ),
  ],
  '37 action:read does not permit writing': [scoped(['action:read'], 'POST', 'action:write')],
  '38 action:write permits reading': [scoped(['action:write'], 'GET')],
  '39 another scope': [scoped(['insight:read'], 'GET', 'action:read')],
  '40 all scopes': [scoped(['*'], 'GET'), scoped(['*'], 'POST')],
  '41 the key of another project': [
    {
      ...scoped(['*'], 'GET'),
      keyOfElsewhere: true,
      status: 403,
      response: {
        code: 'permission_denied',
        detail: expect.stringMatching(/requested project: ID \d+\.$/) as unknown,
      },
    },
  ],
  '42 an unknown project': [
    calls('GET', '/api/projects/999999/actions/', {
      status: 404,
      body: { detail: 'Project not found.' },
    }),
  ],
  '43 an unknown action': ['999999', 'abc'].map((id) =>
    asked('GET', `actions/${id}/`, { status: 404, body: NOT_FOUND }),
  ),
  '44 @current, without a trailing slash': [
    calls('GET', '/api/projects/@current/actions', { status: 200, keys: PAGE }),
  ],
  '45 the key itself': [
    calls('GET', '/api/personal_api_keys/@current', {
      status: 200,
      body: {
        scopes: expect.any(Array) as unknown,
        scoped_teams: expect.any(Array) as unknown,
        scoped_organizations: expect.any(Array) as unknown,
        value: null,
      },
    }),
  ],
  '46 a key cannot create keys': [
    {
      // A path outside of projects.
      manage: { method: 'POST', path: '../../personal_api_keys/' },
      body: { label: 'more', scopes: ['action:read'] },
      scopes: ['action:write', 'query:read'],
      status: 403,
      response: { type: 'authentication_error', code: 'permission_denied' },
    },
  ],
  '47 elements are converted to the elements chain': [
    captured('$autocapture', {
      $elements: [
        {
          ...{ tag_name: 'a', $el_text: 'Go', attr__class: 'btn', attr__href: '/x' },
          ...{ nth_child: 1, nth_of_type: 1 },
        },
      ],
    }),
    rows(
      `select elements_chain, elements_chain_texts, properties.$elements from events
       where event = '$autocapture'`,
      [
        [
          'a.btn:attr__class="btn"attr__href="/x"href="/x"nth-child="1"nth-of-type="1"text="Go"',
          ['Go'],
          null,
        ],
      ],
    ),
  ],
};

/**
 * The acceptance checks of `docs/wire/actions.md#acceptance`, by number. Checks 33 and 34 (CSV) and 48 to 52 are tested
 * with the features that use actions; check 54 is tested with PostHog's clients.
 */
export const acceptance: readonly ConformanceCase[] = Object.entries(CHECKS).map(
  ([name, steps]) => ({ name: `check ${name}`, steps }),
);
