import { SCREENS } from './screens';

it('gives every screen of the navigation a different key', () => {
  const keys = SCREENS.flatMap(({ nav }) => (nav === undefined ? [] : [nav.key]));
  expect(keys.length).toBeGreaterThan(20);
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});
