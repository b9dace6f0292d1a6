const CHAIN =
  'button.btn.btn-primary:attr__id="save"attr_id="save"nth-child="2"nth-of-type="1"text="Save changes";' +
  'a.link:attr__href="https://example.com/docs"href="https://example.com/docs"nth-child="1"nth-of-type="1";' +
  'body:nth-child="2"nth-of-type="1"';

/** The property `n` names each event. A case lists the names of the events that its action must match. */
export const seedEvents = [
  {
    event: '$pageview',
    properties: { n: 'pricing', $current_url: 'https://x/pricing', plan: 'pro' },
  },
  { event: '$pageview', properties: { n: 'upper', $current_url: 'https://x/Pricing' } },
  { event: '$pageview', properties: { n: 'p', $current_url: 'https://x/p' } },
  { event: '$pageview', properties: { n: 'p slash', $current_url: 'https://x/p/' } },
  { event: '$pageview', properties: { n: 'no url' } },
  { event: 'buy', properties: { n: 'ios', os: 'iOS', plan: 'pro', seats: 4 } },
  { event: 'buy', properties: { n: 'no os', plan: 'Pro', seats: 5, note: '' } },
  { event: 'Buy', properties: { n: 'other case', os: 'Windows' } },
  { event: 'custom', properties: { n: 'signup', $current_url: 'https://x/signup' } },
  { event: '$autocapture', properties: { n: 'click', $elements_chain: CHAIN } },
].map((event, i) => ({
  ...event,
  distinct_id: 'visitor',
  timestamp: `2026-01-05T10:0${i}:00Z`,
}));
