import { createSseParser } from './sse-parser';

const TEXT =
  'retry: 1000\n: hello\n\nid: 1-a\nevent: event\ndata: {"a":1}\n\n: still there\n\ndata: x\ndata: y\n\n';

describe('server-sent events', () => {
  it('reads messages that are split between pieces at any position', () => {
    for (let size = 1; size < TEXT.length; size += 3) {
      const parse = createSseParser();
      const messages = [];
      for (let at = 0; at < TEXT.length; at += size)
        messages.push(...parse(TEXT.slice(at, at + size)));
      expect(messages).toEqual([
        { id: '1-a', event: 'event', data: '{"a":1}' },
        { id: null, event: 'message', data: 'x\ny' },
      ]);
    }
  });

  it('reads Windows line ends', () => {
    const parse = createSseParser();
    expect(parse('event: skipped\r\ndata: 5\r\n\r\n')).toEqual([
      { id: null, event: 'skipped', data: '5' },
    ]);
  });
});
