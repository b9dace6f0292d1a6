import type { ConformanceCase, Manage, Step } from '../support/case';
import { captured, counts, PERSONAL_KEY, PROJECT, settled, shows } from '../support/case';
import { asked, missing, reads, refused, shows as answers } from './management-steps';

const NOBODY = '0190aaaa-0000-7000-8000-0000000000ff';
/** Persons are named by their e-mail address, and the runner keeps ids by name. */
const ANN = 'persons/{{ann@x.io}}/';
/** As SDKs make one up. */
const ANONYMOUS = '17787c327b-0e8f623ea9-336473-1aeaa0-17787c30995b7c';
const BOB = 'persons/{{bob@x.io}}/';

function seen(distinctId: string, name: string, properties: object, day: number): Step {
  const timestamp = `2026-01-0${day}T00:00:00Z`;
  return captured(name, properties, { distinct_id: distinctId, timestamp });
}

function post(path: string, body: object, status: number, answer?: object): Manage {
  return {
    manage: { method: 'POST', path },
    body,
    status,
    ...(answer !== undefined && { answer }),
  };
}

function patch(path: string, body: object, status: number, answer?: object): Manage {
  return { ...post(path, body, status, answer), manage: { method: 'PATCH', path } };
}

function deletes(path: string, status: number): Manage {
  return { manage: { method: 'DELETE', path }, status };
}

function gone(path: string, more: Partial<Manage> = {}): Manage {
  const answer = { type: 'invalid_request', code: 'not_found', detail: 'Not found.', attr: null };
  return { manage: { method: 'GET', path }, status: 404, answer, ...more };
}

/** Refused for want of a scope, whatever the key may do else. */
function forbidden(scopes: readonly string[], scope: string, call: Manage): Manage {
  const answer = {
    type: 'authentication_error',
    code: 'permission_denied',
    detail: `API key missing required scope '${scope}'`,
    attr: null,
  };
  return { ...call, scopes, status: 403, answer };
}

/** Ann, known by two distinct ids, and Bob, who came a day later. */
const WORLD: readonly Step[] = [
  seen('ann', '$identify', { $anon_distinct_id: 'phone', $set: { email: 'ann@x.io' } }, 1),
  seen('ann', 'buy', { $set: { plan: 'pro', seats: 3 } }, 1),
  seen('bob', 'buy', { $set: { email: 'bob@x.io', plan: 'free' } }, 2),
  counts('buy', 2),
  {
    ...answers('persons/', { results: [{ name: 'bob@x.io' }, { name: 'ann@x.io' }] }),
    withinMs: 10_000,
  },
];

function filtered(...filters: readonly object[]): string {
  return `persons/?properties=${encodeURIComponent(JSON.stringify(filters))}`;
}

/** Persons (`wire/actions.md` §5). */
export const persons: readonly ConformanceCase[] = [
  {
    name: 'list: envelope, shape and filters',
    steps: [
      reads('persons/', { next: null, previous: null, results: [] }),
      ...WORLD,
      reads(
        'persons?distinct_id=phone',
        {
          next: null,
          previous: null,
          results: [
            {
              type: 'person',
              name: 'ann@x.io',
              properties: { email: 'ann@x.io', plan: 'pro', seats: 3 },
              created_at: '2026-01-01T00:00:00Z',
              is_identified: true,
              matched_recordings: [],
              value_at_data_point: null,
            },
          ],
        },
        { keys: ['next', 'previous', 'results'] },
      ),
      reads('persons/?distinct_id=nobody', { results: [] }),
      reads('persons/?distinct_id=ann&include_total=true', { count: 1 }),
      reads('persons/?distinct_id=ann&email=bob@x.io', { results: [] }),
      reads('persons/?email=bob@x.io', { results: [{ name: 'bob@x.io' }] }),
      reads('persons/?email=x.io', { results: [] }),
      reads('persons/?search=BOB', { results: [{ name: 'bob@x.io' }] }),
      reads('persons/?search=phon', { results: [{ name: 'ann@x.io' }] }),
      reads('persons/?search=nobody', { results: [] }),
      reads(filtered({ key: 'plan', value: 'pro', operator: 'exact', type: 'person' }), {
        results: [{ name: 'ann@x.io' }],
      }),
      reads(filtered({ key: 'plan', value: 'pro', operator: 'is_not' }), {
        results: [{ name: 'bob@x.io' }],
      }),
      reads(filtered({ key: 'seats', value: 2, operator: 'gt' }, { key: 'plan', value: 'free' }), {
        results: [],
      }),
      reads('persons/?search=io&email=ann@x.io', { results: [{ name: 'ann@x.io' }] }),
      refused('GET', 'persons/?properties={', { attr: 'properties' }),
      refused('GET', 'persons/?properties=3', { attr: 'properties' }),
    ],
  },
  {
    name: 'list: pages, and a total when asked for',
    steps: [
      ...WORLD,
      reads(
        'persons/?limit=1',
        {
          next: expect.stringMatching(/persons\/\?.*offset=1/) as unknown,
          previous: null,
          results: [{ name: 'bob@x.io' }],
        },
        { keys: ['next', 'previous', 'results'] },
      ),
      reads('persons/?limit=1&offset=1', {
        previous: expect.stringMatching(/persons\/\?.*limit=1/) as unknown,
        results: [{ name: 'ann@x.io' }],
      }),
      reads('persons/?limit=2&offset=2', { next: null, results: [] }),
      reads('persons/?limit=x&offset=-1', { next: null, previous: null, results: [{}, {}] }),
      reads('persons/?limit=1&include_total=1', { count: 2, results: [{}] }),
      reads('persons/?include_total=true&search=bob', { count: 1 }),
    ],
  },
  {
    name: 'one person: by uuid, and in its own project only',
    steps: [
      ...WORLD,
      answers(ANN, {
        type: 'person',
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
        name: 'ann@x.io',
        distinct_ids: expect.arrayContaining(['ann', 'phone']) as unknown,
        properties: { email: 'ann@x.io', plan: 'pro', seats: 3 },
        is_identified: true,
      }),
      refused('GET', 'persons/ann/', {
        detail: expect.stringContaining('/persons?distinct_id=ann') as unknown,
      }),
      missing('GET', `persons/${NOBODY}/`),
      // A number was the id of a person in the original.
      missing('GET', 'persons/99999999/'),
      gone(ANN, { elsewhere: true }),
      ...['update_property/', 'delete_property/', 'split/'].map((action): Manage => ({
        ...post(`${ANN}${action}`, { key: 'a', value: 1, $unset: 'plan' }, 404),
        elsewhere: true,
      })),
      { ...patch(ANN, { properties: { plan: 'stolen' } }, 404), elsewhere: true },
      { ...deletes(ANN, 404), elsewhere: true },
      {
        ...post('persons/bulk_delete/', { ids: ['{{ann@x.io}}'] }, 202, { persons_found: 0 }),
        elsewhere: true,
      },
      answers(ANN, { properties: { plan: 'pro' }, distinct_ids: [{}, {}].map(() => anyText()) }),
    ],
  },
  {
    name: 'properties: set, deleted, patched, and seen by queries at once',
    steps: [
      ...WORLD,
      post(`${ANN}update_property/`, { key: 'plan', value: 'team' }, 202),
      post(`${ANN}update_property`, { key: 'nested', value: { a: [1, null] } }, 202),
      post(`${ANN}update_property/`, { key: 'nothing', value: null }, 202),
      answers(ANN, { properties: { plan: 'team', nested: { a: [1, null] }, nothing: null } }),
      shows("SELECT properties.plan FROM persons WHERE properties.email = 'ann@x.io'", [['team']]),
      post(`${ANN}delete_property/`, { $unset: 'nested' }, 201, { success: true }),
      post(`${ANN}delete_property/`, { $unset: 'never there' }, 201, { success: true }),
      shows("SELECT properties.nested FROM persons WHERE properties.email = 'ann@x.io'", [[null]]),
      patch(ANN, { properties: { seats: 4 } }, 202, { properties: { plan: 'team', seats: 4 } }),
      post(`${ANN}update_property/`, { value: 1 }, 400, { attr: 'key' }),
      post(`${ANN}update_property/`, { key: 'a' }, 400, { attr: 'value' }),
      post(`${ANN}delete_property/`, {}, 400, { attr: '$unset' }),
      patch(ANN, {}, 400, { type: 'validation_error', attr: 'properties' }),
      patch(ANN, { properties: [1] }, 400, { type: 'validation_error', attr: 'properties' }),
      post(`persons/${NOBODY}/update_property/`, { key: 'a', value: 1 }, 404),
      post(`persons/${NOBODY}/delete_property/`, { $unset: 'a' }, 404),
      patch(`persons/${NOBODY}/`, { properties: { a: 1 } }, 404),
      // Events go on from what was set here.
      seen('phone', 'later', { $set: { email: 'ann@x.io', last: 1 } }, 3),
      counts('later', 1),
      {
        ...answers(ANN, { properties: { plan: 'team', seats: 4, last: 1 } }),
        withinMs: 10_000,
      },
    ],
  },
  {
    name: 'split: every other distinct id becomes a person, with its events',
    steps: [
      ...WORLD,
      post(`${ANN}split/`, { main_distinct_id: 'bob' }, 400, { attr: 'main_distinct_id' }),
      post(`${ANN}split/`, { main_distinct_id: 'ann' }, 201, { success: true }),
      answers(ANN, { distinct_ids: ['ann'], properties: { plan: 'pro' } }),
      reads('persons/?distinct_id=phone', {
        results: [{ name: 'phone', distinct_ids: ['phone'], properties: {} }],
      }),
      shows(
        "SELECT count(DISTINCT person_id) FROM person_distinct_ids WHERE distinct_id IN ('ann', 'phone')",
        [[2]],
      ),
      seen('phone', 'later', {}, 3),
      seen('ann', 'later', {}, 3),
      counts('later', 2),
      shows("SELECT count(DISTINCT person_id) FROM events WHERE event = 'later'", [[2]]),
      post(`persons/${NOBODY}/split/`, {}, 404),
    ],
  },
  {
    name: 'split: only the distinct ids that are named leave; nobody is called by an SDK’s own id',
    steps: [
      seen(ANONYMOUS, 'buy', { $set: { plan: 'pro' } }, 1),
      counts('buy', 1),
      seen('dan', '$identify', { $anon_distinct_id: ANONYMOUS }, 2),
      {
        ...answers('persons/', { results: [{ name: 'dan', properties: { plan: 'pro' } }] }),
        withinMs: 10_000,
      },
      ...[
        { distinct_ids_to_split: ['dan', 'eve'] },
        { distinct_ids_to_split: ['dan'], main_distinct_id: 'dan' },
        { distinct_ids_to_split: [] },
        { distinct_ids_to_split: 'dan' },
      ].map((body) => post('persons/{{dan}}/split/', body, 400, { type: 'validation_error' })),
      post('persons/{{dan}}/split/', { distinct_ids_to_split: [ANONYMOUS] }, 201),
      answers('persons/{{dan}}/', { distinct_ids: ['dan'], properties: { plan: 'pro' } }),
      reads(`persons/?distinct_id=${ANONYMOUS}`, { results: [{ name: ANONYMOUS }] }),
      post('persons/{{dan}}/delete_events/', {}, 202),
      answers('persons/{{dan}}/', { name: 'dan' }),
      post(`persons/${NOBODY}/delete_events/`, {}, 404),
    ],
  },
  {
    name: 'questions: values, cohorts, persons by distinct ids',
    steps: [
      ...WORLD,
      seen('cid', 'buy', { $set: { email: 'cid@x.io', plan: 'pro' } }, 3),
      counts('buy', 3),
      {
        send: {
          method: 'GET',
          path: `/api/projects/${PROJECT}/persons/values/?key=plan`,
          headers: { authorization: `Bearer ${PERSONAL_KEY}` },
        },
        answer: {
          status: 200,
          body: [
            { name: 'pro', count: 2 },
            { name: 'free', count: 1 },
          ],
        },
        withinMs: 10_000,
      },
      reads('persons/values?key=plan&value=FR', [{ name: 'free', count: 1 }]),
      reads('persons/values/?key=nothing', []),
      refused('GET', 'persons/values/', { attr: 'key' }),
      {
        manage: { method: 'POST', path: 'cohorts/' },
        body: { name: 'chosen', is_static: true, _create_static_person_ids: ['{{ann@x.io}}'] },
        status: 201,
      },
      {
        ...answers('persons/cohorts/?person_id={{ann@x.io}}', { results: [{ name: 'chosen' }] }),
        withinMs: 15_000,
      },
      answers('persons/cohorts/?person_id={{bob@x.io}}', { results: [] }),
      missing('GET', `persons/cohorts/?person_id=${NOBODY}`),
      refused('GET', 'persons/cohorts/', {}),
      asked(
        'POST',
        'persons/batch_by_distinct_ids/',
        {
          status: 200,
          body: { results: { phone: { name: 'ann@x.io' }, bob: { name: 'bob@x.io' } } },
          lacks: ['results.nobody'],
        },
        { distinct_ids: ['phone', 'bob', 'nobody'] },
      ),
      asked(
        'POST',
        'persons/batch_by_distinct_ids/',
        { status: 200, body: { results: {} } },
        {
          distinct_ids: [],
        },
      ),
      refused('POST', 'persons/batch_by_distinct_ids/', { attr: 'distinct_ids' }, {}),
    ],
  },
  {
    name: 'DELETE: the person goes at once, its events stay unless they are named',
    steps: [
      ...WORLD,
      deletes(ANN, 202),
      gone(ANN),
      deletes(ANN, 404),
      reads('persons/?include_total=1', { count: 1, results: [{ name: 'bob@x.io' }] }),
      reads('persons/?distinct_id=ann', { results: [] }),
      shows('SELECT properties.email FROM persons', [['bob@x.io']]),
      counts('buy', 2),
      deletes(`${BOB}?delete_events=true`, 202),
      gone(BOB),
      shows('SELECT count() FROM persons', [[0]]),
      deletes(`persons/${NOBODY}/`, 404),
      refusedDelete('persons/ann/'),
      // Whoever comes again is a new person, without what was known.
      seen('bob', 'again', { $set: { email: 'new@x.io' } }, 4),
      ...settled('bob'),
      {
        ...answers('persons/', { results: [{ properties: { email: 'new@x.io' } }] }),
        withinMs: 10_000,
      },
      shows('SELECT properties.email, properties.plan FROM persons', [['new@x.io', null]]),
    ],
  },
  {
    name: 'bulk_delete: by either kind of id',
    steps: [
      ...WORLD,
      post('persons/bulk_delete/', {}, 400, {
        detail: 'You need to specify either distinct_ids or ids',
      }),
      post('persons/bulk_delete/', { ids: ['{{ann@x.io}}'], distinct_ids: ['bob'] }, 400),
      post('persons/bulk_delete/', { ids: Array.from({ length: 1001 }, () => NOBODY) }, 400, {
        detail: 'You can only pass 1000 ids in one call',
      }),
      post('persons/bulk_delete/', { ids: ['{{ann@x.io}}'], keep_person: true }, 202, {
        persons_deleted: 0,
      }),
      answers(ANN, { name: 'ann@x.io' }),
      post('persons/bulk_delete/', { ids: ['{{ann@x.io}}', NOBODY], delete_events: true }, 202, {
        persons_found: 1,
        persons_deleted: 1,
        events_queued_for_deletion: true,
        recordings_queued_for_deletion: false,
        deletion_errors: [],
      }),
      gone(ANN),
      post('persons/bulk_delete', { distinct_ids: ['bob', 'nobody'] }, 202, {
        persons_found: 1,
        persons_deleted: 1,
        events_queued_for_deletion: false,
      }),
      reads('persons/', { results: [] }),
      shows('SELECT count() FROM persons', [[0]]),
    ],
  },
  {
    name: 'scopes: read to look, write to change',
    steps: [
      ...WORLD,
      {
        send: { method: 'GET', path: `/api/projects/${PROJECT}/persons/` },
        answer: { status: 401, body: { code: 'not_authenticated' } },
      },
      { ...answers('persons/', {}), scopes: ['person:read'] },
      { ...answers(ANN, {}), scopes: ['person:write'] },
      { ...answers('persons/values/?key=plan', {}), scopes: ['person:read'] },
      {
        ...post('persons/batch_by_distinct_ids/', { distinct_ids: ['ann'] }, 200),
        scopes: ['person:read'],
      },
      forbidden(['query:read'], 'person:read', answers('persons/', {})),
      forbidden(['query:read'], 'person:read', answers(ANN, {})),
      forbidden(['person:read'], 'person:write', patch(ANN, { properties: { a: 1 } }, 403)),
      forbidden(
        ['person:read'],
        'person:write',
        post(`${ANN}update_property/`, { key: 'a', value: 1 }, 403),
      ),
      forbidden(['person:read'], 'person:write', post(`${ANN}delete_property/`, {}, 403)),
      forbidden(['person:read'], 'person:write', post(`${ANN}split/`, {}, 403)),
      forbidden(['person:read'], 'person:write', deletes(ANN, 403)),
      forbidden(['person:read'], 'person:write', post('persons/bulk_delete/', {}, 403)),
      {
        ...patch(ANN, { properties: { a: 1 } }, 202, { properties: { a: 1 } }),
        scopes: ['person:write'],
      },
      { ...deletes(ANN, 202), scopes: ['person:write'] },
    ],
  },
];

function anyText(): unknown {
  return expect.any(String);
}

function refusedDelete(path: string): Manage {
  return { ...deletes(path, 400), answer: { type: 'validation_error', code: 'invalid_input' } };
}
