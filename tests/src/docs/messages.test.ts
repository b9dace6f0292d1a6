import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../test-support/standalone';
import { messagesIn } from './source-messages';

/** Words that must not occur in messages, because they do not name a cause. */
const UNCLEAR =
  /\b(?:away|tell|told|refus\w+|moment|gone|nobody|killing myself|does not answer|not readable|uncaught|maxRetries)\b/i;

const page = readFileSync(join(REPOSITORY, 'docs/messages.md'), 'utf8');

/** All source files of packages and services, which may contain messages for users. */
function sourceFiles(): string[] {
  return ['packages', 'services'].flatMap((root) =>
    readdirSync(join(REPOSITORY, root)).flatMap((name) => filesBelow(join(root, name, 'src'))),
  );
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(REPOSITORY, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/\.test\.ts$|\/test-support\/|\/packages\/testing\//.test(path));
}

describe('docs/messages.md', () => {
  const messages = sourceFiles().flatMap((file) => messagesIn(file));

  it('is compared with all messages in the source code', () => {
    expect(messages.length).toBeGreaterThan(120);
    const texts = messages.map(({ text }) => text);
    expect(texts).toContain('a flag has filters that cannot be evaluated');
    expect(texts).toContain('there is no dead letter …. dead-letter list shows the ids.');
    expect(texts).toContain('capture returns 503: events cannot be accepted now');
  });

  it('contains every message of level WARN and above, and every error that ends a command or a start', () => {
    const missing = messages.filter(({ text }) => /\w/.test(text) && !page.includes(`\`${text}\``));
    expect(missing.map(({ text, file }) => `${file}: ${text}`)).toEqual([]);
  });

  it('names causes in standard terms', () => {
    const unclear = messages.filter(({ text }) => UNCLEAR.test(text));
    expect(unclear.map(({ text, file }) => `${file}: ${text}`)).toEqual([]);
  });
});

describe('messagesIn', () => {
  it.each([
    ["logger.warn({ err }, 'a');", ['a']],
    ["deps.logger.error('b');", ['b']],
    ['terminal.warn(`c ${1} d`);', ['c … d']],
    ["logger.fatal(x ? 'e' : 'f');", ['e', 'f']],
    ['throw new CommandError(`g ${1}`, 2);', ['g …']],
    ["warn(error, 'h');", ['h']],
    ["logger.info('i'); context.warn('j'); logger.warn(error.message);", []],
  ])('%s', (source, texts) => {
    expect(messagesIn('x.ts', source).map(({ text }) => text)).toEqual(texts);
  });
});
