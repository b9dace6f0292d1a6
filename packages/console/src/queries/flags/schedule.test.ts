import { operationWords, payloadOf } from './schedule';

it('describes a scheduled change', () => {
  expect(operationWords(payloadOf('off', 0))).toBe('Turn off');
  expect(operationWords(payloadOf('on', 0))).toBe('Turn on');
  expect(operationWords(payloadOf('condition', 25))).toBe('Add a condition: 25 %');
});
