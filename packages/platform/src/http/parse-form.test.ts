import fc from 'fast-check';
import { isMultipart, parseForm } from './parse-form';

async function encode(form: FormData): Promise<[Uint8Array, string]> {
  const response = new Response(form);
  const type = response.headers.get('content-type') ?? '';
  return [new Uint8Array(await response.arrayBuffer()), type];
}
const utf8 = (text: string) => new TextEncoder().encode(text);
const TYPE = 'multipart/form-data; boundary=x';

describe('parseForm', () => {
  it('reads texts and files; of several texts with one name the last counts, and several files are a list', async () => {
    const form = new FormData();
    form.append('name', 'first');
    form.append('name', 'Ünïcode');
    form.append('empty', '');
    form.append('csv', new Blob(['a\r\nb\r\n\r\n']), 'mem"bers.csv');
    for (const fileName of ['1', '2', '3']) form.append('many', new Blob([fileName]), fileName);
    const fields = parseForm(...(await encode(form)));
    expect(fields).toEqual({
      name: 'Ünïcode',
      empty: '',
      csv: { fileName: 'mem"bers.csv', bytes: utf8('a\r\nb\r\n\r\n') },
      many: ['1', '2', '3'].map((fileName) => ({ fileName, bytes: utf8(fileName) })),
    });
  });

  it('reads every value that was written into a form', async () => {
    const name = fc.string({ minLength: 1 }).filter((text) => !/[\r\n\\%]/.test(text));
    await fc.assert(
      fc.asyncProperty(name, fc.uint8Array(), async (field, bytes) => {
        const form = new FormData();
        form.append(field, new Blob([bytes]), 'f');
        const fields = parseForm(...(await encode(form)));
        expect(Object.entries(fields)).toEqual([[field, { fileName: 'f', bytes }]]);
      }),
      { numRuns: 200 },
    );
  });

  it('accepts a quoted boundary, other headers and text before and after', () => {
    const body =
      'before\r\n--a b\r\nContent-Type: text/plain\r\ncontent-disposition: form-data; name="k"\r\n\r\nv\r\n--a b--\r\nafter';
    expect(parseForm(utf8(body), 'Multipart/Form-Data; boundary="a b"')).toEqual({ k: 'v' });
  });

  it('contains only names of the form', () => {
    const body = '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nv\r\n--x--';
    expect(Object.keys(parseForm(utf8(body), TYPE))).toEqual(['__proto__']);
  });

  it.each([
    ['multipart/form-data; charset=utf-8', '--x--', 'names no boundary'],
    [TYPE, 'nothing of the kind', 'has no end'],
    [TYPE, '', 'has no end'],
    [TYPE, '--x\r\nContent-Disposition: form-data; name="k"\r\n\r\nv', 'has no end'],
    [TYPE, '--x\r\nv\r\n--x--', 'no headers'],
    [TYPE, '--x\r\nContent-Type: a\r\n\r\nv\r\n--x--', 'no name'],
    [TYPE, `${'--x\r\n'.repeat(200)}--x--`, 'more than 100 parts'],
  ])('rejects %s %j', (type, body, problem) => {
    expect(() => parseForm(utf8(body), type)).toThrow(problem);
  });

  it('recognises its content type', () => {
    expect(isMultipart('Multipart/Form-Data; boundary=x')).toBe(true);
    expect(isMultipart('application/json')).toBe(false);
  });
});
