import { pagesOf } from './lists';
import { linesOf } from './streams';

async function all<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const page of pages) found.push(page);
  return found;
}

describe('pagesOf', () => {
  it('uses only the parameters of next, whatever host it names', async () => {
    const asked: object[] = [];
    const pages = pagesOf((parameters) => {
      asked.push(parameters);
      const isLast = asked.length === 3;
      const next = isLast ? null : `https://evil.example/x?limit=2&offset=${asked.length * 2}`;
      return Promise.resolve({ results: [asked.length], next });
    });
    expect(await all(pages)).toEqual([[1], [2], [3]]);
    expect(asked).toEqual([{}, { limit: '2', offset: '2' }, { limit: '2', offset: '4' }]);
  });

  it('keeps all values of a parameter that occurs several times', async () => {
    const asked: object[] = [];
    const pages = pagesOf((parameters) => {
      asked.push(parameters);
      return Promise.resolve({
        results: [],
        next: asked.length === 1 ? '/x?tag=a&tag=b&o=2' : null,
      });
    });
    await all(pages);
    expect(asked).toEqual([{}, { tag: ['a', 'b'], o: '2' }]);
  });

  it('throws an error if a page is repeated', async () => {
    const pages = pagesOf(() => Promise.resolve({ results: [], next: '/list/?offset=2' }));
    await expect(all(pages)).rejects.toThrow('The list does not end');
  });
});

describe('linesOf', () => {
  it('yields whole lines, however the bytes are split', async () => {
    const bytes = new TextEncoder().encode('{"a":"ä"}\n{"a":"€"}\n{"a":3}');
    for (let size = 1; size <= bytes.length; size += 1) {
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.length; at += size) {
            controller.enqueue(bytes.slice(at, at + size));
          }
          controller.close();
        },
      });
      expect(await all(linesOf(stream))).toEqual(['{"a":"ä"}', '{"a":"€"}', '{"a":3}']);
    }
  });

  it('cancels the stream when the loop ends early', async () => {
    let isCancelled = false;
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('row\n')),
      cancel: () => void (isCancelled = true),
    });
    for await (const line of linesOf(stream)) if (line === 'row') break;
    expect(isCancelled).toBe(true);
  });
});
