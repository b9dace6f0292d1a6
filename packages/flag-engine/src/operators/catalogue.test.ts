import { matcherFor } from './catalogue';

it.each(['sounds_like', 'constructor'])('knows no operator %s', (operator) => {
  expect(matcherFor(operator, 'a')).toBeNull();
});
