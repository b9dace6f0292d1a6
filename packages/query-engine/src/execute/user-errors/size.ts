import type { CodedError, UserError } from './user-error';

const TOO_COMPLEX: UserError = {
  code: 'query_too_complex',
  detail: 'This query is nested too deeply or too long. Split it into simpler parts.',
};

/** Statements that are too large for the engine. */
export const SIZE: readonly CodedError[] = [
  [
    62,
    {
      code: 'query_too_complex',
      detail:
        'Query size exceeded: it is longer than the engine takes. Split it into simpler parts.',
    },
  ],
  [161, { code: 'query_too_complex', detail: 'This query has more columns than is allowed.' }],
  [162, TOO_COMPLEX],
  [165, TOO_COMPLEX],
  [166, TOO_COMPLEX],
  [167, TOO_COMPLEX],
  [168, TOO_COMPLEX],
  [306, TOO_COMPLEX],
  [572, TOO_COMPLEX],
  [718, TOO_COMPLEX],
];
