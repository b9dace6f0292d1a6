import type { ConformanceCase } from '../test-support/case';
import {
  TOKEN,
  USER,
  accepted,
  captured,
  counts,
  event,
  settled,
  shows,
} from '../test-support/case';

const UUID = '0190f7a8-3b7c-7def-8123-456789abcdef';

/** Section B of the conformance cases: unusual requests that are accepted. */
export const leniency: readonly ConformanceCase[] = [
  {
    name: 'B29 a token with white space around it',
    steps: [accepted('/e/', event('b29', {}, { api_key: ` ${TOKEN}\n` })), counts('b29', 1)],
  },
  {
    name: 'the token under its alternative names',
    steps: [
      accepted('/e/', { $token: TOKEN, event: 't', distinct_id: USER }),
      accepted('/e/', { token: TOKEN, event: 't', distinct_id: USER }),
      accepted('/e/', {
        token: TOKEN,
        batch: [{ event: 't', distinct_id: USER, api_key: 'phc_other' }],
      }),
      accepted('/e/', { event: 't', properties: { token: TOKEN, distinct_id: USER } }),
      counts('t', 4),
    ],
  },
  {
    name: 'B31 $performance_event is accepted but not stored',
    steps: [
      captured('$performance_event'),
      accepted('/batch/', {
        api_key: TOKEN,
        batch: [{ event: '$performance_event', distinct_id: USER }],
      }),
      ...settled(),
      counts('$performance_event', 0),
    ],
  },
  {
    name: 'B32 distinct ids of other types',
    steps: [
      ...[23, 23.4, [1], { a: 1 }, true].map((id) => captured('b32', {}, { distinct_id: id })),
      shows(`SELECT distinct_id FROM events ORDER BY distinct_id`, [
        ['23'],
        ['23.4'],
        ['[1]'],
        ['true'],
        ['{"a":1}'],
      ]),
    ],
  },
  {
    name: 'an object is the same distinct id in every order of its keys, and 23.0 is not 23',
    steps: [
      ...['{"b":1,"a":2}', '{"a":2,"b":1}', '23.0'].map((id) => ({
        send: { path: '/e/', body: `{"api_key":"${TOKEN}","event":"x","distinct_id":${id}}` },
        response: { status: 200 },
      })),
      shows(`SELECT distinct_id, count() FROM events GROUP BY 1 ORDER BY 1`, [
        ['23.0', 1],
        ['{"a":2,"b":1}', 2],
      ]),
    ],
  },
  {
    name: 'distinct ids under alternative names; the top level is preferred',
    steps: [
      accepted('/e/', { api_key: TOKEN, event: 'id', $distinct_id: 'dollar' }),
      accepted('/e/', { api_key: TOKEN, event: 'id', properties: { distinct_id: 'inside' } }),
      accepted('/e/', {
        api_key: TOKEN,
        event: 'id',
        distinct_id: 'top',
        properties: { distinct_id: 'x' },
      }),
      shows(`SELECT distinct_id FROM events ORDER BY distinct_id`, [
        ['dollar'],
        ['inside'],
        ['top'],
      ]),
    ],
  },
  {
    name: 'B33 a distinct id of 250 characters is cut to 200',
    steps: [
      captured('b33', {}, { distinct_id: 'x'.repeat(250) }),
      captured('b33', {}, { distinct_id: '😀'.repeat(250) }),
      shows(`SELECT lengthUTF8(distinct_id) FROM events`, [[200], [200]]),
    ],
  },
  {
    name: 'B34 an event name of 300 characters is cut to 200',
    steps: [captured('n'.repeat(300)), shows(`SELECT length(event) FROM events`, [[200]])],
  },
  {
    name: 'B35 NUL in a distinct id, a name and properties',
    steps: [
      captured('b35\0', { 'k\0': 'v\0', $set: { 'p\0': '\0' } }, { distinct_id: 'a\0b' }),
      shows(`SELECT event, distinct_id, properties.\`k\uFFFD\` FROM events`, [
        ['b35\uFFFD', 'a\uFFFDb', 'v\uFFFD'],
      ]),
    ],
  },
  {
    name: 'B36 half a surrogate pair in a property',
    steps: [
      {
        send: {
          path: '/e/',
          body: `{"api_key":"${TOKEN}","event":"b36","distinct_id":"u1","properties":{"x":"a\\ud800b"}}`,
        },
        response: { status: 200 },
      },
      shows(`SELECT properties.x FROM events`, [['a\uFFFDb']]),
    ],
  },
  {
    name: 'B37 without a uuid, the server creates one of version 7',
    steps: [
      captured('b37'),
      captured('b37', {}, { uuid: '' }),
      shows(`SELECT substring(toString(uuid), 15, 1), count() FROM events GROUP BY 1`, [['7', 2]]),
    ],
  },
  {
    name: 'B38 a uuid in the event is kept',
    steps: [
      captured('b38', {}, { uuid: UUID.toUpperCase() }),
      shows(`SELECT uuid FROM events`, [[UUID]]),
    ],
  },
  {
    name: 'a text that is not a uuid is rejected',
    steps: [
      {
        send: { path: '/capture/', body: event('uuid', {}, { uuid: 'nope' }) },
        response: { status: 400, body: /^failed to parse request: / },
      },
    ],
  },
  {
    name: 'B39 /engage/ without an event name',
    steps: [
      accepted('/engage/', { $token: TOKEN, $distinct_id: 'b39', $set: { plan: 'pro' } }),
      shows(`SELECT event, distinct_id, person.properties.plan FROM events`, [
        ['$identify', 'b39', 'pro'],
      ]),
      shows(`SELECT properties.plan FROM persons`, [['pro']]),
    ],
  },
  {
    name: 'property names and values with special characters and types',
    steps: [
      captured('odd', {
        'a.b': 'dot',
        a: { b: 'nested' },
        date: '2026-01-02T03:04:05Z',
        nothing: null,
        yes: true,
        list: [1, 'x', null],
        'quo"te': "it's",
        ключ: '值',
      }),
      shows(
        `SELECT properties.\`a.b\`, properties.a.b, properties.date, properties.yes, properties.list, properties.\`quo"te\`, properties.\`ключ\` FROM events`,
        [['dot', 'nested', '2026-01-02T03:04:05Z', true, '[1,"x",null]', "it's", '值']],
      ),
    ],
  },
];
