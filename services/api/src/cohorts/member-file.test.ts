import { readMemberFile } from './member-file';

const file = (text: string | Uint8Array) => ({
  fileName: 'members.csv',
  bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text,
});
const UUID = '0190c6f8-3c26-7000-8000-000000000001';

describe('readMemberFile', () => {
  it.each<[what: string, text: string, members: object]>([
    ['one id a line', 'a\nb\r\n\nc', { by: 'distinct_id', ids: ['a', 'b', 'c'] }],
    ['each id once', 'a\na\n', { by: 'distinct_id', ids: ['a'] }],
    ['quotes', '"a,b"\n"c""d"\n" e "', { by: 'distinct_id', ids: ['a,b', 'c"d', 'e'] }],
    ['empty second cells', 'a,\nb,\n', { by: 'distinct_id', ids: ['a', 'b'] }],
    ['person ids', `Person_id\n${UUID}\nno uuid\n`, { by: 'person_id', ids: [UUID] }],
    ['emails', 'E-Mail\na@x.io\n', { by: 'email', ids: ['a@x.io'], property: 'E-Mail' }],
    [
      'a named column',
      'name,Distinct-ID\nAda,a\nBob,b\nshort\n',
      { by: 'distinct_id', ids: ['a', 'b'] },
    ],
    [
      'persons before others',
      `distinct_id,Person .id\na,${UUID}\n`,
      { by: 'person_id', ids: [UUID] },
    ],
  ])('%s', (_what, text, members) => {
    expect(readMemberFile(file(text))).toEqual(members);
  });

  it.each<[text: string | Uint8Array, detail: RegExp]>([
    ['', /^CSV file is empty\./],
    ['\n\n', /^CSV file is empty\./],
    ['person_id\nx', /^CSV file contains no valid/],
    ['a,b\n1,2', /Found columns: a, b$/],
    [Uint8Array.of(0xff, 0xfe), /encoding is not supported/],
  ])('rejects %j', (text, detail) => {
    expect(() => readMemberFile(file(text))).toThrow(detail);
  });
});
