import fc from 'fast-check';
import { requestDigest } from './request-digest';

it('is equal before a request is stored and after it is read', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(requestDigest(JSON.parse(JSON.stringify(value)))).toBe(requestDigest(value));
    }),
  );
  expect(requestDigest({ a: undefined, at: new Date(0) })).toBe(
    requestDigest({ at: '1970-01-01T00:00:00.000Z' }),
  );
});

it('distinguishes requests', () => {
  expect(requestDigest({ project: 1 })).not.toBe(requestDigest({ project: 2 }));
});
