import type { ConformanceCase, Step } from '../test-support/case';
import { captured, counts, PERSONAL_KEY, PROJECT } from '../test-support/case';
import { asked, makes, missing, reads, rejected } from './management-steps';

const UUID = '0190aaaa-0000-7000-8000-00000000000a';
const CHAIN = 'a.btn:attr__class="btn"href="/x"nth-child="1"nth-of-type="1"text="Go"';

/** Three events of two persons in 2026, one second apart. */
const THREE: readonly Step[] = [
  captured(
    'visit',
    { plan: 'pro', tags: ['x', 'y'], $elements_chain: CHAIN, $set: { email: 'ann@x.io' } },
    { distinct_id: 'ann', timestamp: '2026-01-05T10:00:01.123Z', uuid: UUID },
  ),
  captured('visit', { plan: 'free' }, { distinct_id: 'bob', timestamp: '2026-01-05T10:00:02Z' }),
  captured('buy', { plan: 'pro' }, { distinct_id: 'ann', timestamp: '2026-01-05T10:00:03Z' }),
  counts('visit', 2),
  counts('buy', 1),
];
const YEAR = 'after=2026-01-01&before=2027-01-01';
const filter = (properties: unknown): string =>
  `properties=${encodeURIComponent(JSON.stringify(properties))}`;

const list = (...texts: readonly string[]): string => encodeURIComponent(JSON.stringify(texts));

/** The events resource (`docs/wire/management.md#events`). */
export const events: readonly ConformanceCase[] = [
  {
    name: 'events have their format and are sorted newest first',
    steps: [
      ...THREE,
      reads(
        `events/?${YEAR}`,
        {
          next: null,
          results: [
            { event: 'buy', timestamp: '2026-01-05T10:00:03+00:00' },
            { event: 'visit', distinct_id: 'bob' },
            {
              id: UUID,
              distinct_id: 'ann',
              event: 'visit',
              properties: { plan: 'pro', tags: ['x', 'y'] },
              timestamp: '2026-01-05T10:00:01.123000+00:00',
              person: null,
              elements: [{ tag_name: 'a', attr_class: ['btn'], href: '/x', text: 'Go', order: 0 }],
              elements_chain: CHAIN,
            },
          ],
        },
        { keys: ['next', 'results'] },
      ),
      // Without a range, only the events of the last day are returned.
      reads('events/', { next: null, results: [] }),
      reads(`events/?${YEAR}&orderBy=${encodeURIComponent('["timestamp"]')}`, {
        results: [{ id: UUID }, { distinct_id: 'bob' }, { event: 'buy' }],
      }),
      reads(`events/?${YEAR}&include_person=true&event=buy`, {
        results: [{ person: { distinct_ids: ['ann'], properties: { email: 'ann@x.io' } } }],
      }),
    ],
  },
  {
    name: 'filters',
    steps: [
      ...THREE,
      makes('actions/', { name: 'Buys', steps: [{ event: 'buy' }] }),
      makes('actions/', { name: 'Empty' }),
      ...(
        [
          ['event=visit&distinct_id=ann', [{ id: UUID }]],
          [`distinct_id=${encodeURIComponent("o'x")}`, []],
          [filter([{ key: 'plan', value: 'free', operator: 'exact' }]), [{ distinct_id: 'bob' }]],
          [filter({ plan__is_not: 'pro' }), [{ distinct_id: 'bob' }]],
          [
            filter({
              type: 'OR',
              values: [
                { key: 'plan', value: 'free', property_type: 'x' },
                { key: 'email', value: 'ann@x.io', type: 'person' },
              ],
            }),
            [{ event: 'buy' }, { distinct_id: 'bob' }, { id: UUID }],
          ],
          ['person_id=0190aaaa-0000-7000-8000-0000000000ff', []],
          ['action_id=2147483647', []],
        ] as const
      ).map(([query, results]) => reads(`events/?${YEAR}&${query}`, { next: null, results })),
      {
        manage: { method: 'GET', path: `events/?${YEAR}&action_id={{Buys}}` },
        status: 200,
        response: { results: [{ event: 'buy' }] },
      },
      {
        manage: { method: 'GET', path: `events/?${YEAR}&action_id={{Empty}}` },
        status: 200,
        response: { results: [] },
      },
      ...(
        [
          ['orderBy=timestamp', 'orderBy'],
          ['orderBy={}', 'orderBy'],
          ['properties={', 'properties'],
          ['properties=3', 'properties'],
          ['properties=[3]', 'properties'],
          ['action_id=x', 'action_id'],
          ['where=x', 'where'],
          ['select={}', 'select'],
          ['where=[3]', 'where'],
        ] as const
      ).map(([query, attr]) => rejected('GET', `events/?${YEAR}&${query}`, { attr })),
      rejected('GET', 'events/?after=soon', {}),
      rejected('GET', `events/?${YEAR}&where=${list('nope = 1')}`, {}),
    ],
  },
  {
    name: 'select and where in HogQL',
    steps: [
      ...THREE,
      reads(`events/?${YEAR}&where=${list("properties.plan = 'pro'", "event = 'visit'")}`, {
        next: null,
        results: [{ id: UUID }],
      }),
      reads(`events/?${YEAR}&where=[]&limit=2`, {
        results: [{ event: 'buy' }, { event: 'visit' }],
      }),
      reads(
        `events/?${YEAR}&select=${list('event', 'count()')}&orderBy=${list('-count()')}`,
        {
          next: null,
          columns: ['event', 'count()'],
          results: [
            ['visit', 2],
            ['buy', 1],
          ],
          hasMore: false,
        },
        { keys: ['next', 'columns', 'types', 'results', 'hasMore'] },
      ),
      reads(
        `events/?${YEAR}&select=${list('distinct_id')}&orderBy=${list('-timestamp')}&limit=1&event=visit`,
        {
          results: [['bob']],
          next: expect.stringContaining('offset=1') as unknown,
        },
      ),
      rejected('GET', `events/?${YEAR}&select=${list('nope')}`, {}),
    ],
  },
  {
    name: 'following next returns every event once, also events with equal timestamps',
    steps: [
      ...['a', 'b', 'c', 'd', 'e'].map((id) =>
        captured(
          'tick',
          {},
          {
            distinct_id: id,
            timestamp: id < 'e' ? '2026-01-05T10:00:00Z' : '2026-01-05T09:00:00Z',
            uuid: `0190aaaa-0000-7000-8000-00000000000${id}`,
          },
        ),
      ),
      counts('tick', 5),
      reads(`events/?${YEAR}&limit=2`, {
        next: expect.stringMatching(/limit=2&offset=2$/) as unknown,
        results: [{ distinct_id: 'd' }, { distinct_id: 'c' }],
      }),
      reads(`events/?${YEAR}&limit=2&offset=2`, {
        next: expect.stringMatching(/before=2026-01-05T10%3A00%3A00%2B00%3A00&limit=2$/) as unknown,
        results: [{ distinct_id: 'b' }, { distinct_id: 'a' }],
      }),
      reads('events/?after=2026-01-01&before=2026-01-05T10%3A00%3A00%2B00%3A00&limit=2', {
        next: null,
        results: [{ distinct_id: 'e' }],
      }),
    ],
  },
  {
    name: 'one event',
    steps: [
      ...THREE,
      reads(`events/${UUID}/`, { id: UUID, event: 'visit', person: null }),
      reads(`events/${UUID.replaceAll('-', '')}?include_person=1`, {
        id: UUID,
        person: { properties: { email: 'ann@x.io' } },
      }),
      asked('GET', 'events/ann/', {
        status: 400,
        body: { type: 'validation_error', code: 'invalid', detail: 'Invalid UUID' },
      }),
      asked('GET', `events/${UUID.replace('a', 'b')}/`, {
        status: 404,
        body: { detail: `No events exist for event UUID ${UUID.replace('a', 'b')}` },
      }),
      asked('DELETE', `events/${UUID}/`, { status: 405 }),
    ],
  },
  {
    name: 'values of properties and columns',
    steps: [
      captured('see', { plan: 'pro', list: ['a', 'b'], tier: 'big one' }, { distinct_id: 'ann' }),
      captured('see', { plan: 'pro', tier: 'big one' }, { distinct_id: 'bob' }),
      captured('see', { plan: 'free', tier: 'big' }, { distinct_id: 'bob' }),
      captured('other', { plan: 'hidden' }),
      counts('see', 3),
      counts('other', 1),
      reads('events/values/?key=plan&event_name=see', [{ name: 'pro' }, { name: 'free' }]),
      reads('events/values?key=plan&event_name=see&value=FR', [{ name: 'free' }]),
      // The shortest of the values that contain the text.
      reads('events/values/?key=tier&event_name=see&value=BIG', [
        { name: 'big' },
        { name: 'big one' },
      ]),
      reads('events/values/?key=list&event_name=see', [{ name: 'a' }, { name: 'b' }]),
      reads('events/values/?key=plan&event_name=see&event_name=other', [
        { name: 'pro' },
        { name: 'free' },
        { name: 'hidden' },
      ]),
      reads('events/values/?key=plan&event_name=see&properties_plan=["free"]', [{ name: 'free' }]),
      reads('events/values/?key=distinct_id&is_column=true&event_name=see', [
        { name: 'bob' },
        { name: 'ann' },
      ]),
      reads('events/values/?key=custom_event&event_name=see', [{ name: 'other' }, { name: 'see' }]),
      rejected('GET', 'events/values/?event_name=see', { detail: 'You must provide a key' }),
      rejected('GET', 'events/values/?key=plan', { attr: null }),
      rejected('GET', 'events/values/?key=nope&is_column=true&event_name=see', {}),
      missing('GET', 'events/values/x/'),
    ],
  },
  {
    name: 'reading needs a key, and only returns events of the project',
    steps: [
      ...THREE,
      {
        send: { method: 'GET', path: `/api/projects/${PROJECT}/events/` },
        response: { status: 401, body: { code: 'not_authenticated' } },
      },
      {
        send: {
          method: 'GET',
          path: `/api/environments/${PROJECT}/events?${YEAR}`,
          headers: { authorization: `Bearer ${PERSONAL_KEY}` },
        },
        response: { status: 200, body: { results: [{ event: 'buy' }, {}, {}] } },
      },
      {
        send: {
          method: 'GET',
          path: `/api/projects/1/events/${UUID}/`,
          headers: { authorization: `Bearer ${PERSONAL_KEY}` },
        },
        response: { status: 404 },
      },
    ],
  },
];
