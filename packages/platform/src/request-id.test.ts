import { createLogger } from './logger';
import { currentRequestId, requestIdOf, withRequestId } from './request-id';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('requestIdOf', () => {
  it.each(['018f6a0c-0000-7000-8000-000000000000', 'a', 'req_1.2:3-x', 'x'.repeat(128)])(
    'keeps %s',
    (id) => expect(requestIdOf(id)).toBe(id),
  );

  it.each([undefined, '', 'x'.repeat(129), 'two words', 'line\nbreak', '{"a":1}', ['a', 'b']])(
    'generates one instead of %j',
    (sent) => expect(requestIdOf(sent)).toMatch(UUID),
  );
});

describe('withRequestId', () => {
  it('is in all lines of its work, also later ones, and in no other line', async () => {
    const lines: string[] = [];
    const logger = createLogger('test', 'info', { write: (line) => void lines.push(line) });
    const later = withRequestId('one', async () => {
      logger.info('at once');
      await Promise.resolve();
      logger.info('later');
      return currentRequestId();
    });
    logger.info('beside');
    expect(await later).toBe('one');
    expect(currentRequestId()).toBeUndefined();
    const said = lines.map((line) => JSON.parse(line) as { msg: string; requestId?: string });
    expect(said.map(({ msg, requestId }) => [msg, requestId])).toEqual([
      ['at once', 'one'],
      ['beside', undefined],
      ['later', 'one'],
    ]);
  });

  it('changes nothing without an id', () => {
    expect(withRequestId('outer', () => withRequestId(undefined, currentRequestId))).toBe('outer');
  });
});
