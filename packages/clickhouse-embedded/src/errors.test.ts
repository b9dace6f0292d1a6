import { ownError, shiftPositions, toException } from './errors';
import { httpStatusOf } from './server/http-status';

it.each([
  [
    'Code: 60. DB::Exception: No t. (UNKNOWN_TABLE)',
    60,
    'Code: 60. DB::Exception: No t. (UNKNOWN_TABLE)',
  ],
  [
    'Query failed: Code: 115. DB::Exception: No s. (UNKNOWN_SETTING)',
    115,
    'Code: 115. DB::Exception: No s. (UNKNOWN_SETTING)',
  ],
  [
    "Code: 27. DB::Exception: Code: 27. DB::Exception: Bad 'x': (at row 2)\n: (in file/uri /d/f): While executing File: data for INSERT was parsed from file. (CANNOT_PARSE) (version 26.7.2.1). (CANNOT_PARSE) (version 26.7.2.1). (CANNOT_PARSE)\n",
    27,
    "Code: 27. DB::Exception: Bad 'x': (at row 2)\n. (CANNOT_PARSE)",
  ],
  ['something else.', 1002, 'Code: 1002. DB::Exception: something else. (UNKNOWN_EXCEPTION)'],
])('%s', (message, code, text) => {
  expect(toException(new Error(message))).toMatchObject({ code, text });
});

it('returns its own errors unchanged and recognises invalid compression', () => {
  const own = ownError(48, 'Not here');
  expect(toException(own)).toBe(own);
  expect(toException(Object.assign(new Error('bad'), { code: 'Z_DATA_ERROR' })).code).toBe(354);
});

it('corrects columns on the first line only', () => {
  const at = (text: string): string =>
    shiftPositions(toException(new Error(`Code: 62. DB::Exception: ${text}`)), 10).text;
  expect(at('failed at position 15 (x) (line 1, col 15)')).toContain(
    'failed at position 5 (x) (line 1, col 5)',
  );
  expect(at('failed at position 30 (x) (line 2, col 3)')).toContain(
    'failed at position 20 (x) (line 2, col 3)',
  );
});

it.each([
  [62, 400],
  [60, 404],
  [194, 401],
  [516, 403],
  [48, 501],
  [159, 408],
  [241, 500],
  [394, 500],
])('code %d is status %d', (code, status) => {
  expect(httpStatusOf(code)).toBe(status);
});
