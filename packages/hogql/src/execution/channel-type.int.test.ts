import { createIsolatedClickHouse } from '@tidemark/testing';
import { eventRow, sessionId } from './testing/rows';
import type { Warehouse } from './testing/warehouse';
import { createWarehouse } from './testing/warehouse';

/** Properties of a session's first page and the channel they mean. */
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
  [{ utm_medium: 'ppc', $referring_domain: 'www.bing.com' }, 'Paid Search'],
  [{ gclid: 'g' }, 'Paid Unknown'],
  [{ gclid: 'g', fbclid: 'f' }, 'Paid Social'],
  [{ gad_source: '1' }, 'Paid Search'],
  [{ gad_source: 2, utm_campaign: 'my video' }, 'Paid Video'],
  [{ utm_campaign: 'cross-network' }, 'Cross Network'],
  [{ utm_source: 'sms' }, 'SMS'],
  [{ utm_medium: 'affiliate' }, 'Affiliate'],
  [{ utm_medium: 'audio' }, 'Audio'],
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
});
