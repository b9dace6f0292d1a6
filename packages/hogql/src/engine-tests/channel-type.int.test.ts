import { createIsolatedClickHouse } from '@tidemark/testing';
import type { ChannelRule } from '../catalogue/channels/channel-rules';
import { distinctIdRow, eventRow, personRow, sessionId } from './test-support/rows';
import type { Warehouse } from './test-support/warehouse';
import { createWarehouse } from './test-support/warehouse';

/** Properties of a session's first page and the expected channel. */
const CASES: readonly (readonly [object, string])[] = [
  [{}, 'Unknown'],
  [{ $referring_domain: '$direct' }, 'Direct'],
  [{ $referring_domain: '$direct', utm_source: '(direct)' }, 'Direct'],
  [{ $referring_domain: '$direct', fbclid: 'f' }, 'Organic Social'],
  [{ $referring_domain: '$direct', utm_medium: 'email' }, 'Email'],
  [{ $referring_domain: 'www.google.com' }, 'Organic Search'],
  [{ $referring_domain: 'www.google.co.uk' }, 'Organic Search'],
  [{ $referring_domain: 'm.facebook.com' }, 'Organic Social'],
  [{ $referring_domain: 'www.youtube.com' }, 'Organic Video'],
  [{ $referring_domain: 'www.amazon.de' }, 'Organic Shopping'],
  [{ $referring_domain: 'mail.google.com' }, 'Email'],
  [{ $referring_domain: 'blog.example.org' }, 'Referral'],
  [{ utm_source: 'Google', utm_medium: 'CPC' }, 'Paid Search'],
  [{ utm_source: 'facebook', utm_medium: 'paid-social' }, 'Paid Social'],
  [{ utm_source: 'youtube', utm_medium: 'cpv' }, 'Paid Video'],
  [{ utm_medium: 'cpm' }, 'Display'],
  [{ utm_medium: 'ppc', utm_campaign: 'spring shopping' }, 'Paid Shopping'],
  [{ utm_medium: 'ppc', utm_campaign: 'bookshop' }, 'Paid Unknown'],
  [{ utm_source: 'shopping', utm_medium: 'cpa' }, 'Paid Shopping'],
  [{ utm_medium: 'ppc', $referring_domain: 'www.bing.com' }, 'Paid Search'],
  [{ gclid: 'g' }, 'Paid Unknown'],
  [{ gclid: 'g', fbclid: 'f' }, 'Paid Social'],
  [{ gad_source: '1' }, 'Paid Search'],
  [{ gad_source: 2, utm_campaign: 'my video' }, 'Paid Video'],
  [{ utm_campaign: 'cross-network' }, 'Cross Network'],
  [{ utm_source: 'sms' }, 'SMS'],
  [{ utm_medium: 'affiliate' }, 'Affiliate'],
  [{ utm_medium: 'audio', $current_url: 'https://shop.example/a' }, 'Audio'],
  [{ utm_medium: 'mobile push' }, 'Push'],
  [{ utm_medium: 'social media' }, 'Organic Social'],
  [{ utm_source: 'null', utm_medium: '', $referring_domain: '$direct' }, 'Direct'],
];

describe('$channel_type', () => {
  let warehouse: Warehouse;
  let channels: readonly unknown[];

  beforeAll(async () => {
    warehouse = createWarehouse(await createIsolatedClickHouse());
    const events = CASES.map(([properties], index) =>
      eventRow({
        event: '$pageview',
        properties,
        sessionId: sessionId('2024-03-01 10:00:00', index + 1),
      }),
    );
    await warehouse.insert('events', events);
    const rows = await warehouse.rows('select $channel_type from sessions order by session_id');
    channels = rows.flat();
  });
  afterAll(() => warehouse.close());

  it.each(CASES.map(([properties, channel], index) => [properties, channel, index] as const))(
    'of %j is %s',
    (_, channel, index) => {
      expect(channels[index]).toBe(channel);
    },
  );

  it.each<[string, string, ChannelRule['items'][number][], 'AND' | 'OR', string[]]>([
    [
      'one of several values',
      '',
      [{ key: 'utm_source', op: 'exact', values: ['sms', 'Google'] }],
      'AND',
      ['Paid Search', 'SMS'],
    ],
    [
      'upper and lower case',
      '',
      [{ key: 'utm_source', op: 'exact', values: ['google'] }],
      'AND',
      [],
    ],
    [
      'all of several conditions',
      '',
      [
        { key: 'utm_medium', op: 'icontains', values: ['PC'] },
        { key: 'utm_campaign', op: 'regex', values: ['^book'] },
      ],
      'AND',
      ['Paid Unknown'],
    ],
    [
      'one of several conditions',
      '',
      [
        { key: 'utm_medium', op: 'exact', values: ['audio'] },
        { key: 'referring_domain', op: 'exact', values: ['www.bing.com'] },
      ],
      'OR',
      ['Audio', 'Paid Search'],
    ],
    [
      'what is not set',
      'where $entry_gad_source is not null',
      [{ key: 'utm_campaign', op: 'is_not_set', values: [''] }],
      'AND',
      ['Paid Search'],
    ],
    [
      'pages',
      "where $entry_utm_medium = 'audio'",
      [
        { key: 'url', op: 'exact', values: ['https://shop.example/a'] },
        { key: 'hostname', op: 'exact', values: ['shop.example'] },
        { key: 'pathname', op: 'not_regex', values: ['b'] },
      ],
      'AND',
      ['Audio'],
    ],
  ])('rules know %s', async (_, where, items, combiner, replaced) => {
    const rule: ChannelRule = { channelType: 'Mine', combiner, items };
    const modifiers = { customChannelTypeRules: [rule] };
    const found = await warehouse.rows(
      `select $channel_type, session_id from sessions ${where} order by session_id limit 100`,
      { modifiers },
    );
    const standard = await warehouse.rows(
      `select $channel_type, session_id from sessions ${where} order by session_id limit 100`,
    );
    const mine = standard.filter((__, at) => found[at]?.[0] === 'Mine').map(([channel]) => channel);
    expect([...mine].sort()).toEqual(replaced);
    expect(found.filter(([channel]) => channel !== 'Mine')).toEqual(
      standard.filter((__, at) => found[at]?.[0] !== 'Mine'),
    );
    const [[throughEvents] = []] = await warehouse.rows(
      "select countIf(session.$channel_type = 'Mine') from events",
      { modifiers },
    );
    expect(Number(throughEvents)).toBeGreaterThanOrEqual(mine.length);
  });

  it('rules use the first visit of a person', async () => {
    const id = '00000000-0000-4000-8000-000000000777';
    await warehouse.insert('person', [
      personRow({
        id,
        properties: { $initial_utm_source: 'news', $initial_host: 'shop.example:80' },
      }),
    ]);
    await warehouse.insert('person_distinct_id', [
      distinctIdRow({ distinctId: 'p', personId: id }),
    ]);
    const rule: ChannelRule = {
      channelType: 'Mine',
      combiner: 'AND',
      items: [
        { key: 'utm_source', op: 'exact', values: ['news'] },
        { key: 'hostname', op: 'is_not', values: ['other.example'] },
        { key: 'pathname', op: 'is_not_set', values: [''] },
      ],
    };
    const modifiers = { customChannelTypeRules: [rule] };
    const statements = [
      'select $virt_initial_channel_type from persons',
      'select properties.$virt_initial_channel_type from persons',
      'select person.$virt_initial_channel_type from person_distinct_ids',
    ];
    for (const statement of statements) {
      expect(await warehouse.rows(statement, { modifiers })).toEqual([['Mine']]);
    }
  });
});
