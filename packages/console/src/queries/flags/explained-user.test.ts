import type { ExplainedUser } from './explained-user';
import { decodeUser, encodeUser } from './explained-user';

it.each<ExplainedUser>([
  { distinctId: 'ann', groups: {} },
  { distinctId: '100% of <b> & "more" #1 é', groups: { company: 'a&b', team: 'x=1' } },
])('keeps the user $distinctId in a URL', (user) => {
  expect(decodeUser(encodeUser(user))).toEqual(user);
  // A router may decode the address before it is read.
  expect(decodeUser(decodeURIComponent(encodeUser(user)))).toEqual(user);
});

it.each([null, '', '%', '[', '{}', '[""]', '["ann","company"]', '[7]'])(
  'finds no user in the fragment %s',
  (text) => {
    expect(decodeUser(text)).toBeNull();
  },
);
