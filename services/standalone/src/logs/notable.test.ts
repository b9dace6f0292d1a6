import { notableLine } from './notable';

describe('notableLine', () => {
  it.each([
    ['{"level":"warn","msg":"slow"}', { level: 'WARN', text: 'slow' }],
    [
      '{"level":"error","msg":"failed","err":{"message":"why"}}',
      { level: 'ERROR', text: 'failed: why' },
    ],
    ['{"level":"error","msg":"why","err":{"message":"why"}}', { level: 'ERROR', text: 'why' }],
    ['{"level":"info","msg":"listening"}', null],
    ['{"level":"warn","ms', null],
    ['plain text with "level":"warn"', null],
    ['', null],
  ])('%s', (line, expected) => {
    expect(notableLine(line)).toEqual(expected);
  });
});
