import fc from 'fast-check';
import { decodeQueryLink, encodeQueryLink } from './query-link';

const node = fc
  .tuple(fc.string({ minLength: 1 }), fc.dictionary(fc.string(), fc.jsonValue()))
  .filter(([kind]) => kind !== 'InsightVizNode')
  .map(([kind, rest]) => JSON.parse(JSON.stringify({ ...rest, kind })) as { kind: string });

describe('the query in a link', () => {
  it('can be read back, whatever its kind', async () => {
    await fc.assert(
      fc.asyncProperty(node, async (query) => {
        expect(await decodeQueryLink(await encodeQueryLink(query))).toEqual(query);
      }),
    );
  });

  it('can be read back after a router has decoded the address', async () => {
    await fc.assert(
      fc.asyncProperty(node, async (query) => {
        expect(await decodeQueryLink(decodeURIComponent(await encodeQueryLink(query)))).toEqual(
          query,
        );
      }),
    );
    const marks = { kind: 'TrendsQuery', text: '100%25 # & %' };
    expect(await decodeQueryLink(decodeURIComponent(await encodeQueryLink(marks)))).toEqual(marks);
  });

  it('is compressed if it is long', async () => {
    const series = Array.from({ length: 60 }, (_, id) => ({
      kind: 'EventsNode',
      event: `é 🚀 ${id}`,
    }));
    const query = { kind: 'TrendsQuery', series };
    const link = await encodeQueryLink(query);
    expect(link).toMatch(/^q=~[\w-]+$/);
    expect(link.length).toBeLessThan(JSON.stringify(query).length);
    expect(await decodeQueryLink(`#${link}`)).toEqual(query);
  });

  it('is read from the node of a saved insight', async () => {
    const source = { kind: 'TrendsQuery' };
    const link = await encodeQueryLink({ kind: 'InsightVizNode', source } as { kind: string });
    expect(await decodeQueryLink(link)).toEqual(source);
  });

  it('reports an error if it is damaged or not a query', async () => {
    expect(await decodeQueryLink('')).toBeNull();
    expect(await decodeQueryLink('#tab=a')).toBeNull();
    await expect(decodeQueryLink('#q=%7B')).rejects.toThrow('incomplete or damaged');
    await expect(decodeQueryLink('#q=~AAAA')).rejects.toThrow('incomplete or damaged');
    await expect(decodeQueryLink('#q=42')).rejects.toThrow('contains no query');
  });
});
