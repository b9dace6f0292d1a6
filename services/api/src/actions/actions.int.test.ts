import { actionScene } from '../test-support/action-scene';

const scene = actionScene();
const { create, created } = scene;

const WIRE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z$/;

describe('create', () => {
  it('returns every field of the specification', async () => {
    const action = await created({ name: 'A', steps: [{ event: 'x' }] });
    expect(action).toEqual({
      id: expect.any(Number),
      name: 'A',
      description: '',
      tags: [],
      post_to_slack: false,
      slack_message_format: '',
      steps: [
        {
          event: 'x',
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
        },
      ],
      created_at: expect.stringMatching(WIRE_TIME),
      created_by: {
        id: 1,
        uuid: expect.any(String),
        distinct_id: expect.any(String),
        first_name: 'Admin',
        last_name: '',
        email: 'admin@localhost',
        is_email_verified: true,
        hedgehog_config: {},
        role_at_organization: null,
      },
      deleted: false,
      is_calculating: false,
      last_calculated_at: expect.stringMatching(WIRE_TIME),
      team_id: scene.project,
      is_action: true,
      bytecode_error: null,
      pinned_at: null,
      creation_context: null,
    });
  });

  it('rejects a name in use, but not one that differs in case', async () => {
    const first = await created({ name: 'A' });
    const second = await create({ name: 'A' });
    expect(second.status).toBe(400);
    expect(second.body).toEqual({
      type: 'validation_error',
      code: 'unique',
      detail: `This project already has an action with this name, ID ${first.id}`,
      attr: 'name',
    });
    await created({ name: 'a' });
  });

  it('takes an action without a name', async () => {
    expect((await created({})).name).toBeNull();
  });

  it.each([
    [[{ event: 'e ' }], { event: 'e ', url_matching: 'contains' }],
    [[{ event: 'e', url_matching: null }], { event: 'e', url_matching: null }],
    [[{ event: 7, url: ' /a ' }], { event: '7', url: '/a' }],
    [
      [{ event: 'e', properties: [{ key: 'k', value: [1] }] }],
      { properties: [{ key: 'k', value: [1] }] },
    ],
    [[{ url: 'a(b)?', url_matching: 'regex' }], { url: 'a(b)?', url_matching: 'regex' }],
  ])('normalises steps %j', async (steps, expected) => {
    expect((await created({ steps })).steps).toEqual([expect.objectContaining(expected)]);
  });

  it('drops unknown keys of a step', async () => {
    const { steps } = await created({ steps: [{ event: 'e', isNew: 'y', id: '3' }] });
    expect(Object.keys((steps as object[])[0]!)).toHaveLength(11);
  });

  it('stores tags lower-case, trimmed and once', async () => {
    expect((await created({ name: 'T', tags: ['B', 'b ', ' a', ''] })).tags).toEqual(['a', 'b']);
  });

  it('keeps the pin it was given', async () => {
    const { pinned_at } = await created({ pinned_at: '2001-01-01T00:00:00Z' });
    expect(pinned_at).toBe('2001-01-01T00:00:00Z');
  });

  it.each([
    [{ name: '  ' }, 'blank', 'name'],
    [{ name: 'x'.repeat(401) }, 'max_length', 'name'],
    [{ name: true }, 'invalid_input', 'name'],
    [{ name: 'a\0b' }, 'null_characters_not_allowed', 'name'],
    [{ description: null }, 'null', 'description'],
    [{ slack_message_format: 'x'.repeat(1_201) }, 'max_length', 'slack_message_format'],
    [{ tags: 'x' }, 'not_a_list', 'tags'],
    [{ post_to_slack: 'perhaps' }, 'invalid_input', 'post_to_slack'],
    [{ last_calculated_at: 'yesterday' }, 'invalid_input', 'last_calculated_at'],
    [{ steps: 'x' }, 'not_a_list', 'steps__non_field_errors'],
    [{ steps: null }, 'null', 'steps'],
    [{ steps: ['x'] }, 'not_a_dict', 'steps__0'],
    [{ steps: [{ text_matching: 'fuzzy' }] }, 'invalid_choice', 'steps__0__text_matching'],
    [{ steps: [{}, { text: '' }] }, 'blank', 'steps__1__text'],
    [{ steps: [{ properties: {} }] }, 'not_a_list', 'steps__0__properties'],
    [{ steps: [{ properties: [1] }] }, 'not_a_dict', 'steps__0__properties__0'],
    [
      { steps: [{ properties: [{ a: '\0' }] }] },
      'null_characters_not_allowed',
      'steps__0__properties__0',
    ],
    [{ steps: [{ url: 'a(', url_matching: 'regex' }] }, 'invalid_input', 'steps__0__url'],
    [{ steps: [{ href: '(?=a)', href_matching: 'regex' }] }, 'invalid_input', 'steps__0__href'],
    [[], 'invalid_input', null],
  ])('rejects %j', async (json, code, attr) => {
    const response = await create(json);
    expect(response.status).toBe(400);
    expect(response.body).toEqual({
      type: 'validation_error',
      code,
      detail: expect.stringMatching(/./),
      attr,
    });
  });

  it('reports malformed JSON', async () => {
    const response = await scene.api.call('POST', scene.actions, { raw: '{not json' });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      type: 'invalid_request',
      code: 'parse_error',
      attr: null,
    });
    expect(response.body.detail).toMatch(/^JSON parse error - /);
  });
});

describe('list', () => {
  const names = async (query: string) => {
    const { status, body } = await scene.api.call('GET', scene.actions + query);
    expect(status).toBe(200);
    return body.results.map((action) => action.name);
  };
  beforeEach(async () => {
    for (const name of ['Alpha', 'Beta', 'Gamma', 'Delta']) await created({ name });
  });

  it('is complete and newest first without a limit', async () => {
    const { body } = await scene.api.call('GET', scene.actions);
    expect(body).toMatchObject({ count: 4, next: null, previous: null });
    expect(await names('')).toEqual(['Delta', 'Gamma', 'Beta', 'Alpha']);
    expect(await names('?limit=abc&offset=-1')).toHaveLength(4);
    expect(await names('?limit=99999999999999999999999')).toHaveLength(4);
  });

  it('pages', async () => {
    const { body } = await scene.api.call('GET', `${scene.actions}?limit=2&offset=1&search=a`);
    expect(body.count).toBe(4);
    expect(body.results.map((action) => action.name)).toEqual(['Gamma', 'Beta']);
    const at = `${scene.api.base}${scene.actions}`;
    expect(body.next).toBe(`${at}?limit=2&offset=3&search=a`);
    expect(body.previous).toBe(`${at}?limit=2&search=a`);
    const none = await scene.api.call('GET', `${scene.actions}?limit=0`);
    expect(none.body).toMatchObject({ count: 4, results: [] });
  });

  it('searches, filters, orders', async () => {
    expect(await names('?search=ALPH')).toEqual(['Alpha']);
    expect(await names('?ordering=name')).toEqual(['Alpha', 'Beta', 'Delta', 'Gamma']);
    expect(await names('?ordering=-name')).toEqual(['Gamma', 'Delta', 'Beta', 'Alpha']);
    expect(await names('?ordering=nonsense')).toHaveLength(4);
    expect(await names('?created_by=1,junk')).toHaveLength(4);
    expect(await names('?created_by=2')).toEqual([]);
    expect(await names('?tags=%5B%22none%22%5D')).toEqual([]);
    expect(await names('?tags=junk')).toHaveLength(4);
  });

  it('rejects NUL instead of failing', async () => {
    expect((await scene.api.call('GET', `${scene.actions}?search=a%00`)).status).toBe(400);
    expect(await names('?tags=%5B%22%5Cu0000%22%5D')).toHaveLength(4);
  });
});

describe('projects', () => {
  it('do not see each other', async () => {
    const action = await created({ name: 'Mine' });
    const other = `/api/projects/${await scene.api.newProject()}/actions/`;
    expect((await scene.api.call('GET', other)).body).toMatchObject({ count: 0, results: [] });
    for (const method of ['GET', 'PATCH', 'PUT']) {
      const response = await scene.api.call(method, `${other}${action.id}/`, {
        ...(method !== 'GET' && { json: { name: 'Stolen', deleted: true } }),
      });
      expect(response.status).toBe(404);
      expect(response.body).toMatchObject({ code: 'not_found', detail: 'Not found.' });
    }
    expect((await scene.api.call('GET', `${scene.actions}${action.id}/`)).body).toEqual(action);
    // A name in use here is free there.
    expect((await scene.api.call('POST', other, { json: { name: 'Mine' } })).status).toBe(201);
  });

  it.each(['999999', 'abc', '99999999999', '1.5', '-1'])('have no action %s', async (id) => {
    const response = await scene.api.call('GET', `${scene.actions}${id}/`);
    expect([response.status, response.body.detail]).toEqual([404, 'Not found.']);
  });
});

it('one action as CSV is a header and a row, also as the response to POST and PATCH', async () => {
  const path = '/api/projects/1/actions/';
  const json = { name: '=1+1', steps: [{ event: 'a' }] };
  const made = await scene.api.call('POST', `${path}?format=csv`, { json });
  const [header = '', row = '', end] = made.text.split('\r\n');
  expect([made.status, end]).toEqual([201, '']);
  const id = row.split(',')[header.split(',').indexOf('id')] ?? '';
  expect(row.split(',')[header.split(',').indexOf('name')]).toBe("'=1+1");
  const changed = { method: 'PATCH', json: { name: 'renamed' } };
  for (const { method, ...options } of [changed, { method: 'GET' }]) {
    const response = await scene.api.call(method, `${path}${id}/?format=csv`, options);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/csv/);
    const [names = '', cells = ''] = response.text.split('\r\n');
    expect(cells.split(',')[names.split(',').indexOf('name')]).toBe('renamed');
  }
});
