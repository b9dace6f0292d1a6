import type { ConformanceCase } from '../test-support/case';
import { captured, counts, shows } from '../test-support/case';
import { as } from './person-steps';

const SENTINEL = '$posthog_cookieless';
const NOBODY = as(SENTINEL);
const TRAITS = {
  $cookieless_mode: true,
  $raw_user_agent: 'Mozilla/5.0 Firefox/140.0',
  $host: 'shop.example.com',
  $ip: '81.2.69.142',
  $process_person_profile: false,
};

/** Events of one address are processed in order, so when this event is stored, the earlier ones are processed. */
const settled = [captured('settled', TRAITS, NOBODY), counts('settled', 1)];

const dropped = (name: string, event: string, properties: object): ConformanceCase => ({
  name: `cookieless: ${name} is dropped`,
  steps: [captured(event, properties, NOBODY), ...settled, counts(event, 0)],
});

/** `docs/wire/capture-processing.md#cookieless-id`: the server computes the ids, because the client stores none. */
export const cookieless: readonly ConformanceCase[] = [
  {
    name: 'cookieless: each visitor has one id and one session',
    steps: [
      captured('page', { ...TRAITS, n: 1 }, NOBODY),
      captured('page', { ...TRAITS, n: 2, $host: 'www.example.com' }, NOBODY),
      captured('page', { ...TRAITS, n: 3, $raw_user_agent: 'other' }, NOBODY),
      counts('page', 3),
      shows(`SELECT count(DISTINCT distinct_id), count(DISTINCT $session_id) FROM events`, [
        [2, 2],
      ]),
      shows(
        `SELECT count(DISTINCT distinct_id), count(DISTINCT $session_id) FROM events WHERE properties.n IN ('1', '2')`,
        [[1, 1]],
      ),
      shows(
        `SELECT countIf(startsWith(distinct_id, 'cookieless_')), countIf(startsWith(properties.$device_id, 'cookielessd_')) FROM events`,
        [[3, 3]],
      ),
    ],
  },
  {
    name: 'cookieless: data that identifies the visitor is not stored, the place is',
    steps: [
      captured('page', { ...TRAITS, $cookieless_extra: 'x' }, NOBODY),
      shows(
        `SELECT properties.$raw_user_agent, properties.$ip, properties.$cookieless_extra, properties.$geoip_country_code, properties.$cookieless_mode FROM events`,
        [[null, null, null, 'GB', true]],
      ),
    ],
  },
  {
    name: 'cookieless: $identify merges the visitor into the given id',
    steps: [
      captured('before', { ...TRAITS, $process_person_profile: true }, NOBODY),
      captured(
        '$identify',
        { ...TRAITS, $process_person_profile: true, $anon_distinct_id: SENTINEL },
        as('u9'),
      ),
      captured('after', { ...TRAITS, $process_person_profile: true }, as('u9')),
      counts('after', 1),
      shows(
        `SELECT count(DISTINCT person_id), count(DISTINCT $session_id) FROM events WHERE event IN ('before', 'after', '$identify')`,
        [[1, 1]],
      ),
      shows(`SELECT distinct_id FROM events WHERE event = 'after'`, [['u9']]),
    ],
  },
  dropped('an event without user agent', 'page', { ...TRAITS, $raw_user_agent: null }),
  dropped('an event without host', 'page', { ...TRAITS, $host: '' }),
  dropped('an alias', '$create_alias', { ...TRAITS, alias: 'x' }),
  {
    name: 'cookieless: an event of a day whose salt may be deleted is dropped',
    steps: [
      captured('page', TRAITS, { ...NOBODY, timestamp: '2026-01-02T03:04:05Z' }),
      ...settled,
      counts('page', 0),
    ],
  },
];
