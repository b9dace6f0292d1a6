import { ApiError } from '@tidemark/client';
import { failure } from './failures';

it.each([
  ['approval_required', /^It waits\. Do not repeat the call: tell the user that another person/],
  ['change_request_pending', /^It waits\. Do not repeat the call/],
  ['conflict', /^It waits\. Read it again: it was changed in the meantime\.$/],
])('advises what to do about a 409 with the code %s', (code, summary) => {
  const body = { type: 'invalid_request', code, detail: 'It waits.', attr: null };
  const error = new ApiError(409, body, { requestId: null, retryAfter: null, body });
  const answer = failure(error);
  expect(answer).toMatchObject({ isError: true, data: { code } });
  expect(answer.summary).toMatch(summary);
});
