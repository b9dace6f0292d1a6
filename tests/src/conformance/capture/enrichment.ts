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
const LINK = {
  tag_name: 'a',
  $el_text: 'Say "hi"',
  attr__class: 'btn active',
  attr__href: '/x',
  attr__id: 'cta',
  nth_child: 1,
  nth_of_type: 2,
};
const CHAIN =
  String.raw`a.active.btn:attr__class="btn active"attr__href="/x"attr__id="cta"attr_id="cta"href="/x"nth-child="1"nth-of-type="2"text="Say \"hi\"";` +
  'div:nth-child="0"nth-of-type="0"';

/** Section E of the conformance cases, without GeoIP, sessions and recordings. */
export const enrichment: readonly ConformanceCase[] = [
  {
    name: 'E59 an $ip that is null or empty does not hide the address of the sender',
    steps: [
      captured('ip', { $ip: null }),
      captured('ip', { $ip: '' }),
      shows(`SELECT count() FROM events WHERE notEmpty(properties.$ip)`, [[2]]),
    ],
  },
  {
    name: 'E60 a group has a column, a group of a sixth type has none',
    steps: [
      captured('e60', { $groups: { company: 'c1' } }),
      ...settled(),
      ...['t1', 't2', 't3', 't4', 't5'].map((type) => captured(type, { $groups: { [type]: 'g' } })),
      shows(
        `SELECT $group_0, properties.$group_0, properties.$groups.company FROM events WHERE event = 'e60'`,
        [['c1', 'c1', 'c1']],
      ),
      shows(
        `SELECT $group_0, $group_1, $group_2, $group_3, $group_4 FROM events WHERE event = 't4'`,
        [['', '', '', '', 'g']],
      ),
      shows(
        `SELECT $group_0, $group_1, $group_2, $group_3, $group_4 FROM events WHERE event = 't5'`,
        [['', '', '', '', '']],
      ),
    ],
  },
  {
    name: 'E61 a second $groupidentify keeps other properties',
    steps: [
      captured('$groupidentify', {
        $group_type: 'company',
        $group_key: 'c1',
        $group_set: { name: 'Acme', tier: 'free' },
      }),
      captured('$groupidentify', {
        $group_type: 'company',
        $group_key: 'c1',
        $group_set: { tier: 'gold' },
      }),
      ...settled(),
      shows('SELECT key, properties.name, properties.tier FROM groups', [['c1', 'Acme', 'gold']]),
    ],
  },
  {
    name: 'E62 $elements are converted to the elements chain',
    steps: [
      captured('$autocapture', { $elements: [LINK, { tag_name: 'div' }] }),
      shows(
        `SELECT elements_chain, elements_chain_href, elements_chain_ids, elements_chain_elements, properties.$elements, properties.$elements_chain FROM events`,
        [[CHAIN, '/x', ['cta'], ['a'], null, null]],
      ),
    ],
  },
  {
    name: 'E62 $elements_chain is stored unchanged',
    steps: [
      captured('$autocapture', { $elements_chain: CHAIN }),
      shows(`SELECT elements_chain, elements_chain_href, properties.$elements_chain FROM events`, [
        [CHAIN, '/x', null],
      ]),
    ],
  },
  {
    name: 'E65 the same uuid sent twice',
    steps: [
      captured('e65', {}, { uuid: UUID, timestamp: '2026-01-02T03:04:05Z' }),
      captured('e65', {}, { uuid: UUID, timestamp: '2026-01-02T03:04:05Z' }),
      ...settled(),
      counts('e65', 1),
      captured('e65', {}, { uuid: UUID, timestamp: '2026-01-02T03:04:05Z' }),
      ...settled(),
      counts('e65', 1),
    ],
  },
  {
    name: 'E65 the same uuid twice in one batch',
    steps: [
      accepted('/batch/', {
        api_key: TOKEN,
        batch: [1, 2].map(() => ({ event: 'e65', distinct_id: USER, uuid: UUID })),
      }),
      ...settled(),
      counts('e65', 1),
    ],
  },
  {
    name: 'E66 $feature_flag_called keeps its properties',
    steps: [
      captured('$feature_flag_called', {
        $feature_flag: 'beta',
        $feature_flag_response: 'test',
        custom: 'kept',
        '$feature/beta': 'test',
      }),
      shows(
        `SELECT properties.custom, properties.$feature_flag_response FROM events WHERE properties.\`$feature/beta\` = 'test'`,
        [['kept', 'test']],
      ),
    ],
  },
  {
    name: 'the IP address of the client is read from the proxy’s header',
    steps: [
      accepted('/e/', event('ip'), { headers: { 'x-forwarded-for': '203.0.113.9, 10.0.0.1' } }),
      shows(`SELECT properties.$ip FROM events`, [['203.0.113.9']]),
    ],
  },
  {
    name: 'an IP address in the event is kept',
    steps: [
      accepted('/e/', event('ip', { $ip: '198.51.100.7' }), {
        headers: { 'x-forwarded-for': '203.0.113.9' },
      }),
      shows(`SELECT properties.$ip FROM events`, [['198.51.100.7']]),
    ],
  },
  {
    name: 'a project that anonymizes IP addresses stores no address',
    steps: [
      { manage: { method: 'PATCH', path: '' }, body: { anonymize_ips: true }, status: 200 },
      accepted('/e/', event('ip'), { headers: { 'x-forwarded-for': '203.0.113.9' } }),
      shows(`SELECT properties.$ip FROM events`, [[null]]),
    ],
  },
  {
    name: 'client warnings and heatmap data are not stored as events',
    steps: [
      captured('$$client_ingestion_warning', { $$client_ingestion_warning_message: 'x' }),
      captured('$$heatmap', { $heatmap_data: {} }),
      ...settled(),
      shows(`SELECT DISTINCT event FROM events`, [[`settled ${USER}`]]),
    ],
  },
];
