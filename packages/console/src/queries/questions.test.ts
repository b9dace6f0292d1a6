import { comingBackBy, NEW_INSIGHTS, QUESTIONS } from './questions';

it('asks for retention by the first value of a property', () => {
  expect(comingBackBy('$initial_utm_campaign')).toMatchObject({
    kind: 'RetentionQuery',
    breakdownFilter: { breakdowns: [{ property: '$initial_utm_campaign', type: 'person' }] },
  });
});

it('names every question once', () => {
  const ids = [...QUESTIONS, ...NEW_INSIGHTS].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
