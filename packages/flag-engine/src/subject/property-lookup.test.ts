import { aContext } from '../test-support/factories';
import { personValue } from './property-lookup';

describe('personValue', () => {
  it('prefers the request to the lookup, the lookup to the store', () => {
    const context = aContext({
      personPropertyOverrides: { a: 'request' },
      geoipProperties: { a: 'geoip', b: 'geoip' },
      personProperties: { a: 'stored', b: 'stored', c: 'stored' },
    });
    expect(['a', 'b', 'c', 'd'].map((key) => personValue(context, key))).toEqual([
      'request',
      'geoip',
      'stored',
      undefined,
    ]);
  });

  it('lets the lookup replace an override of null, and no other one', () => {
    const context = aContext({
      personPropertyOverrides: { $geoip_city_name: null, plan: null },
      geoipProperties: { $geoip_city_name: 'Oslo' },
      personProperties: { plan: 'pro' },
    });
    expect(personValue(context, '$geoip_city_name')).toBe('Oslo');
    expect(personValue(context, 'plan')).toBeNull();
  });

  it('prefers the distinct id to a stored property, unless the request overrides it', () => {
    const context = aContext({ personProperties: { distinct_id: 'stored' } });
    expect(personValue(context, 'distinct_id')).toBe('user-17');
    const overridden = { ...context, personPropertyOverrides: { distinct_id: 'other' } };
    expect(personValue(overridden, 'distinct_id')).toBe('other');
  });

  it('fills missing initial values from current ones', () => {
    const context = aContext({
      personPropertyOverrides: { $browser: 'Firefox', utm_source: 'news', plan: 'pro' },
      personProperties: { $os: 'Linux', $initial_os: 'BeOS' },
    });
    expect(personValue(context, '$initial_browser')).toBe('Firefox');
    expect(personValue(context, '$initial_utm_source')).toBe('news');
    expect(personValue(context, '$initial_os')).toBe('BeOS');
    expect(personValue(context, '$initial_plan')).toBeUndefined();
  });

  it.each(['constructor', '__proto__', 'toString'])('does not find %s on the prototype', (key) => {
    expect(personValue(aContext(), key)).toBeUndefined();
  });
});
