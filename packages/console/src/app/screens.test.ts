import { SCREENS } from './screens';

it('opens every screen of the navigation by a key of its own', () => {
  const keys = SCREENS.flatMap(({ nav }) => (nav === undefined ? [] : [nav.key]));
  expect(keys.length).toBeGreaterThan(20);
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});
