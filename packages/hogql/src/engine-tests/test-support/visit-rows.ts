import type { EventFields } from './rows';
import { sessionId, uuid } from './rows';

/** A session that begins in the evening of the 1st and ends after midnight; its rows arrive out of order and twice. */
export const VISIT = sessionId('2024-03-01 23:50:00');

export const page = (
  path: string,
  more: object = {},
): Pick<EventFields, 'event' | 'properties'> => ({
  event: '$pageview',
  properties: { $current_url: `https://shop.example.com${path}`, ...more },
});

export const middle: EventFields = {
  ...page('/cart?step=1', { utm_source: 'later', $referring_domain: 'shop.example.com' }),
  uuid: uuid(51),
  sessionId: VISIT,
  timestamp: '2024-03-01 23:59:59.5',
};

export const last: EventFields = {
  event: 'purchase',
  properties: {
    $current_url: 'https://shop.example.com/not-a-page',
    $external_click_url: 'https://out/1',
  },
  sessionId: VISIT,
  timestamp: '2024-03-02 00:10:00',
};

export const first: EventFields[] = [
  {
    event: 'ready',
    properties: { $current_url: 'https://shop.example.com/before', utm_term: 'only here' },
    sessionId: VISIT,
    timestamp: '2024-03-01 23:50:00',
  },
  {
    ...page('/landing', {
      $referring_domain: 'www.google.com',
      utm_source: 'Google',
      utm_medium: 'cpc',
      utm_campaign: 'spring',
      utm_content: 7,
      gclid: 'g-1',
      gad_source: 1,
      msclkid: 'm-1',
    }),
    sessionId: VISIT,
    timestamp: '2024-03-01 23:50:01',
  },
  {
    event: '$autocapture',
    properties: { $external_click_url: 'https://out/0' },
    sessionId: VISIT,
    timestamp: '2024-03-01 23:55:00',
  },
  { event: '$screen', sessionId: VISIT, timestamp: '2024-03-01 23:56:00' },
];
