import { cursorOf, cursorText } from './group-parameters';

it('reads the cursors it writes', () => {
  const place = { createdAtUs: 1_767_600_000_123_456, groupKey: 'a "b" ü' };
  expect(cursorOf(cursorText(place))).toEqual(place);
  expect(cursorText(place)).toMatch(/^[\w-]+$/);
});

it.each([null, '', 'x', 'bnVsbA', 'e30', Buffer.from('{"c":1.5,"k":"a"}').toString('base64url')])(
  'begins anew at %s',
  (text) => {
    expect(cursorOf(text)).toBeNull();
  },
);
