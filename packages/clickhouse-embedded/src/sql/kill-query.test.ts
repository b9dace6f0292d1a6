import { planKill } from './kill-query';
import { tokenise } from './lexer';
import { QUERY_ID_EXPRESSION, queryIdComment, runsUnderQueryId } from './query-id';

const plan = (sql: string): ReturnType<typeof planKill> => planKill(sql, tokenise(sql));
const ID = `(${QUERY_ID_EXPRESSION})`;

it.each([
  ["KILL QUERY WHERE query_id = 'a'", `KILL QUERY WHERE ${ID} = 'a'`, 'a', false],
  ["KILL QUERY WHERE query_id = 'a' SYNC", `KILL QUERY WHERE ${ID} = 'a' ASYNC`, 'a', true],
  ["KILL QUERY WHERE query_id='a\\'b' ASYNC", `KILL QUERY WHERE ${ID}='a\\'b' ASYNC`, "a'b", false],
  ["KILL QUERY WHERE query_id = 'a' OR 1", `KILL QUERY WHERE ${ID} = 'a' OR 1`, undefined, false],
  [
    "KILL QUERY WHERE query LIKE '%query_id SYNC%'",
    "KILL QUERY WHERE query LIKE '%query_id SYNC%'",
    undefined,
    false,
  ],
  [
    "KILL QUERY WHERE `query_id` IN ('a')  SYNC FORMAT JSON",
    `KILL QUERY WHERE ${ID} IN ('a')  ASYNC FORMAT JSON`,
    undefined,
    true,
  ],
])('%s', (sql, text, queryId, wait) => {
  expect(plan(sql)).toEqual({ text, queryId, wait });
});

it('no id can end its comment or its literal', () => {
  const id = "*/ DROP '\\ %_ \u00e9 \ud800'";
  expect(queryIdComment(`a*/b`)).toBe('/*qid:a%2A%2Fb*/ ');
  expect(() => queryIdComment(id)).not.toThrow();
  expect(tokenise(`${queryIdComment(id)}SELECT 1`)).toHaveLength(2);
  expect(tokenise(runsUnderQueryId(id)).filter((token) => token.kind === 'string')).toHaveLength(2);
});
