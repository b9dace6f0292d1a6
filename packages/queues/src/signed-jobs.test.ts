import { createJobTokens, openSignedJob, signJob, UnsignedJobError } from './signed-jobs';

const SECRET = 'a secret of the tests, long enough';
const START = new Date('2026-03-01T12:00:00Z');
const tokens = (secret = SECRET, audience = 'worker', at = START) =>
  createJobTokens(audience, { current: secret }, () => at);
const JOB = { v: 2, project_id: 1, query_id: 'q' };

it('opens a job that another service has signed', () => {
  expect(openSignedJob(tokens(), signJob(tokens(), JOB))).toEqual(JOB);
});

it.each([
  ['a job without a signature', JOB],
  ['nothing', undefined],
  ['a job that was signed with another secret', signJob(tokens('x'.repeat(32)), JOB)],
  ['a job for another service', signJob(tokens(SECRET, 'somebody'), JOB)],
])('%s is rejected', (_, data) => {
  expect(() => openSignedJob(tokens(), data)).toThrow(UnsignedJobError);
});

it('a job is valid for an hour', () => {
  const later = new Date(START.getTime() + 3_700_000);
  expect(() => openSignedJob(tokens(SECRET, 'worker', later), signJob(tokens(), JOB))).toThrow(
    'too old',
  );
});
