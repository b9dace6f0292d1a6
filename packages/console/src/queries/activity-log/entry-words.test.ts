import type { LogChange, LogEntry } from './entry';
import { authorWords, changesOf, isAboutAuthor, verbWords } from './entry-words';
import { kindOf, ORGANIZATION, scopeParameters } from './kinds';

const entry = (given: Partial<LogEntry>, ...changes: readonly LogChange[]): LogEntry => ({
  id: '1',
  user: null,
  activity: 'updated',
  scope: 'Action',
  item_id: '7',
  created_at: '2026-11-23T00:00:00Z',
  detail: { name: 'Bought', changes },
  ...given,
});
const changed = (field: string, before: unknown, after: unknown): LogChange => ({
  action: 'changed',
  field,
  before,
  after,
});

it('names the author, the action and the item', () => {
  const user = { first_name: 'Ann', email: 'ann@example.com' };
  expect(authorWords(entry({ user }))).toBe('ann@example.com');
  expect(authorWords(entry({}))).toBe('A command on the server');
  expect([verbWords(entry({})), isAboutAuthor(entry({}))]).toEqual(['updated', false]);
  const signedIn = entry({ activity: 'logged_in', scope: 'User' });
  expect([verbWords(signedIn), isAboutAuthor(signedIn)]).toEqual(['signed in', true]);
});

it('shows values in words, and only the changed parts of structures', () => {
  expect(
    changesOf(
      entry(
        {},
        changed('first_name', 'Ann', null),
        changed('is_active', true, false),
        changed(
          'query',
          { kind: 'InsightVizNode', source: { kind: 'A', series: [{ event: 'x' }] } },
          {
            kind: 'A',
            series: [{ event: 'y' }, { event: 'z' }],
          },
        ),
      ),
    ),
  ).toEqual([
    { part: 'first name', before: '“Ann”', after: 'nothing' },
    { part: 'is active', before: 'yes', after: 'no' },
    { part: 'query › series › 1 › event', before: '“x”', after: '“y”' },
    { part: 'query › series › 2', before: 'nothing', after: '{"event":"z"}' },
  ]);
});

it('shows that the values of secrets are not recorded', () => {
  expect(changesOf(entry({ scope: 'User' }, changed('password', null, null)))).toEqual([
    { part: 'password', before: '', after: 'replaced; its value is not recorded' },
  ]);
});

it('describes conditions of flags in the words of the flag editor', () => {
  const groups = (share: number) => ({ groups: [{ properties: [], rollout_percentage: share }] });
  const flag = entry({ scope: 'FeatureFlag' }, changed('filters', groups(100), groups(20)));
  expect(changesOf(flag)).toEqual([
    { part: 'Condition 1', before: 'everybody: on', after: '20 % of everybody: on' },
  ]);
});

it('finds the screens of kinds, and requests all kinds of the organization together', () => {
  expect(kindOf({ scope: 'Cohort' }).place?.('3')).toEqual({ path: 'cohorts/3' });
  expect(kindOf({ scope: 'Comet' })).toEqual({ scope: 'Comet', label: 'Comet', noun: 'Comet' });
  expect(scopeParameters('')).toEqual({});
  expect(scopeParameters('Team')).toEqual({ scope: 'Team' });
  expect(scopeParameters(ORGANIZATION)).toEqual({
    scopes: 'User,Organization,OrganizationInvite,DeadLetter,PersonalAPIKey',
  });
});
