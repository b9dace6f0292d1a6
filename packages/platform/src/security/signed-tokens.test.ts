import { createHmac } from 'node:crypto';
import { sign } from 'jsonwebtoken';
import { createSignedTokens } from './signed-tokens';

const SECRET = 'a secret of the tests, long enough';
const OLD = 'the secret before it, long enough.';
const PURPOSE = { issuer: 'tidemark', audience: 'tests', lifetimeSeconds: 600 };
const START = new Date('2026-03-01T12:00:00Z');

const tokens = (
  secrets: { current: string; previous?: string } = { current: SECRET },
  at = START,
  purpose = PURPOSE,
) => createSignedTokens(purpose, secrets, () => at);
const after = (seconds: number): Date => new Date(START.getTime() + seconds * 1_000);

it('reads a token that it has issued', () => {
  const reading = tokens().read(tokens().issue({ sid: 'a' }));
  expect(reading).toMatchObject({ outcome: 'valid', claims: { sid: 'a', iss: 'tidemark' } });
});

it.each([
  [599, 'valid'],
  [609, 'valid'],
  [611, 'expired'],
  [-9, 'valid'],
])('%i seconds later a token is %s', (seconds, outcome) => {
  const token = tokens().issue({});
  expect(tokens({ current: SECRET }, after(seconds)).read(token).outcome).toBe(outcome);
});

it('tokens of the previous secret are accepted', () => {
  const old = tokens({ current: OLD }).issue({});
  expect(tokens({ current: SECRET, previous: OLD }).read(old).outcome).toBe('valid');
  expect(tokens({ current: SECRET }).read(old).outcome).toBe('invalid');
  const late = tokens({ current: SECRET, previous: OLD }, after(700));
  expect(late.read(old).outcome).toBe('expired');
});

it.each([
  ['another audience', { ...PURPOSE, audience: 'others' }],
  ['another issuer', { ...PURPOSE, issuer: 'somebody' }],
])('a token for %s is rejected', (_, purpose) => {
  const token = tokens({ current: SECRET }, START, purpose).issue({});
  expect(tokens().read(token).outcome).toBe('invalid');
});

const seconds = START.getTime() / 1_000;
const claims = { iss: 'tidemark', aud: 'tests', iat: seconds, exp: seconds + 600 };
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const signed = (header: object, body: object) => {
  const text = `${part(header)}.${part(body)}`;
  return `${text}.${createHmac('sha256', SECRET).update(text).digest('base64url')}`;
};

it.each([
  ['no algorithm', `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`],
  [
    'a token with another algorithm and the same secret',
    sign(claims, SECRET, { algorithm: 'HS512' }),
  ],
  ['a header that claims another algorithm', signed({ alg: 'RS256', typ: 'JWT' }, claims)],
  ['no end', sign({ iss: 'tidemark', aud: 'tests', iat: seconds }, SECRET)],
  ['no beginning', signed({ alg: 'HS256', typ: 'JWT' }, { ...claims, iat: undefined })],
  ['a payload that is not an object', sign('text', SECRET)],
  ['nothing', ''],
  ['no token', 'phx_key'],
  ['endless text', `eyJ${'a'.repeat(5_000)}.b.c`],
])('%s is rejected', (_, token) => {
  expect(tokens().read(token).outcome).toBe('invalid');
});

it('a changed payload is rejected', () => {
  const [header = '', , signature = ''] = tokens().issue({ sid: 'a' }).split('.');
  const forged = `${header}.${part({ ...claims, sid: 'b' })}.${signature}`;
  expect(tokens().read(forged).outcome).toBe('invalid');
});

it('a lifetime longer than the configured one has no effect', () => {
  const token = sign({ ...claims, exp: seconds + 999_999 }, SECRET);
  expect(tokens({ current: SECRET }, after(700)).read(token).outcome).toBe('expired');
});
