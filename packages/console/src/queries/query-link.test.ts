import fc from 'fast-check';
import { decodeQueryLink, encodeQueryLink } from './query-link';

const node = fc
  .tuple(fc.string({ minLength: 1 }), fc.dictionary(fc.string(), fc.jsonValue()))
  .filter(([kind]) => kind !== 'InsightVizNode')
  .map(([kind, rest]) => JSON.parse(JSON.stringify({ ...rest, kind })) as { kind: string });

describe('the query in the address', () => {
  it('survives, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(node, async (query) => {
        expect(await decodeQueryLink(await encodeQueryLink(query))).toEqual(query);
      }),
    );
  });

  it('survives a router that writes the address decoded', async () => {
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

  it('survives when it is long, and becomes shorter', async () => {
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

  it('is read through the node of a saved insight', async () => {
    const source = { kind: 'TrendsQuery' };
    const link = await encodeQueryLink({ kind: 'InsightVizNode', source } as { kind: string });
    expect(await decodeQueryLink(link)).toEqual(source);
  });

  it('is absent, damaged or no query, and says so', async () => {
    expect(await decodeQueryLink('')).toBeNull();
    expect(await decodeQueryLink('#tab=a')).toBeNull();
    await expect(decodeQueryLink('#q=%7B')).rejects.toThrow('incomplete or damaged');
    await expect(decodeQueryLink('#q=~AAAA')).rejects.toThrow('incomplete or damaged');
    await expect(decodeQueryLink('#q=42')).rejects.toThrow('holds no query');
  });
});
