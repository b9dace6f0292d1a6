import type { PersonPropertyChanges } from './auto-properties';
import { addAutoProperties } from './auto-properties';

const NONE = { set: {}, setOnce: {} };

function withAutoProperties(
  event: string,
  properties: Record<string, unknown>,
  { set, setOnce }: PersonPropertyChanges,
): PersonPropertyChanges {
  const changes = { set: { ...set }, setOnce: { ...setOnce } };
  addAutoProperties(event, properties, changes);
  return changes;
}

describe('automatic person properties', () => {
  it('become current and initial values', () => {
    expect(
      withAutoProperties('$pageview', { $browser: 'Firefox', utm_source: 'x', other: 1 }, NONE),
    ).toEqual({
      set: { $browser: 'Firefox', utm_source: 'x' },
      setOnce: { $initial_browser: 'Firefox', $initial_utm_source: 'x' },
    });
  });

  it('keep null as current value only', () => {
    expect(withAutoProperties('e', { $referrer: null }, NONE)).toEqual({
      set: { $referrer: null },
      setOnce: {},
    });
  });

  it('do not replace properties that the sender sets', () => {
    const explicit = { set: { $browser: 'mine' }, setOnce: { $initial_browser: 'mine' } };
    expect(withAutoProperties('e', { $browser: 'Firefox' }, explicit)).toEqual(explicit);
  });

  it.each([
    [{ $os_name: 'iOS' }, { $os: 'iOS' }],
    [{ $os_name: 'iOS', $os: 'iPadOS' }, { $os: 'iPadOS' }],
    [{ $os: 'Linux', $os_version: '6', $is_server: true }, {}],
  ])('read the operating system of %j as %j', (properties, set) => {
    expect(withAutoProperties('e', properties, NONE).set).toEqual(set);
  });

  it.each(['$snapshot', '$performance_event'])('are not taken from %s', (event) => {
    expect(withAutoProperties(event, { $browser: 'Firefox' }, NONE)).toEqual(NONE);
  });
});
