import { createLogger } from '@tidemark/platform';
import { createProjectDirectory } from './project-directory';

function directory() {
  const asked: string[] = [];
  const projects = createProjectDirectory({
    projects: {
      findByToken: (token) => {
        asked.push(token);
        return Promise.resolve(null);
      },
      findById: () => Promise.resolve(null),
    },
    logger: createLogger('test', 'silent'),
    now: () => 0,
    wallClock: () => new Date(0),
  });
  return { projects, asked };
}

it.each([
  ['a long one', 'x'.repeat(65)],
  ['one with NUL', 'phc_\0'],
  ['one beyond ASCII', 'phc_ä'],
  ['a personal key', 'phx_abc'],
  ['an empty one', ''],
])('neither looks up nor remembers what cannot be a token: %s', async (_, token) => {
  const { projects, asked } = directory();
  expect(await projects.findByToken(token)).toBeNull();
  expect(asked).toEqual([]);
});

it('looks up a text of the form of a token', async () => {
  const { projects, asked } = directory();
  expect(await projects.findByToken('x'.repeat(64))).toBeNull();
  expect(asked).toEqual(['x'.repeat(64)]);
});
