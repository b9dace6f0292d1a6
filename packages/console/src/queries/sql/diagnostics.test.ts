import { marksOf } from './diagnostics';

describe('marks in a checked statement', () => {
  const part = { text: "select '😀', even from events", start: 10 };

  it('are at UTF-16 offsets of the whole text', () => {
    const start = part.text.indexOf('even');
    const metadata = { errors: [{ message: 'Unknown', start, end: start + 4, fix: 'event' }] };
    const [mark] = marksOf(metadata, part);
    expect(mark).toEqual({
      severity: 'error',
      message: 'Unknown',
      from: 10 + start,
      to: 14 + start,
      fix: 'event',
    });
  });

  it('mark the last character if the end is missing', () => {
    const { length } = part.text;
    const metadata = { errors: [{ message: 'Unexpected end', start: length, end: length }] };
    expect(marksOf(metadata, part)).toMatchObject([{ from: 9 + length, to: 10 + length }]);
  });

  it('stay inside the text, and cover all of it without offsets', () => {
    const metadata = { warnings: [{ message: 'Slow' }, { message: 'Far', start: 5, end: 999 }] };
    expect(marksOf(metadata, part)).toMatchObject([
      { severity: 'warning', from: 10, to: 10 + part.text.length },
      { from: 15, to: 10 + part.text.length },
    ]);
  });
});
