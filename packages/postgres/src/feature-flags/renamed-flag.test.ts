import { withRenamedFlag } from './renamed-flag';

const about = (key: string, value: unknown) => ({
  description: 'Calls of the flag with key: old',
  query: {
    source: {
      series: [{ event: 'old' }],
      properties: { values: [{ values: [{ key, value, type: 'event' }] }] },
    },
  },
});

it('replaces the key in the filter and at the end of the description, nowhere else', () => {
  const renamed = withRenamedFlag(about('$feature_flag', 'old'), 'old', 'new');
  expect(renamed).toEqual({
    ...about('$feature_flag', 'new'),
    description: 'Calls of the flag with key: new',
  });
  expect(withRenamedFlag(about('plan', 'old'), 'old', 'new').query).toEqual(
    about('plan', 'old').query,
  );
  expect(withRenamedFlag({ description: 'old', query: null }, 'old', 'new')).toEqual({
    description: 'old',
    query: null,
  });
});
