import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError, loadConfig } from './load-config';

const schema = z.object({ TOKEN: z.string().min(4), PORT: z.coerce.number().default(1) });

describe('loadConfig', () => {
  const directory = mkdtempSync(join(tmpdir(), 'load-config-'));
  const file = join(directory, 'token');
  afterAll(() => rmSync(directory, { recursive: true }));

  it('treats empty strings as unset and reports all problems', () => {
    expect(loadConfig(schema, { TOKEN: 'abcd', PORT: '' })).toEqual({ TOKEN: 'abcd', PORT: 1 });
    expect(() => loadConfig(schema, { TOKEN: '', PORT: 'x' })).toThrow(/TOKEN is not set; PORT: /);
  });

  it.each([
    [{}, 'TOKEN is not set; expected: the secret of all'],
    [{ TOKEN: 'abcd', PORT: 'http' }, 'PORT: expected a number'],
    [{ TOKEN: 'abcd', PORT: '70000' }, 'PORT: expected a number of at most 65535'],
    [{ TOKEN: 'abcd', PORT: '1.5' }, 'PORT: expected a whole number'],
    [{ TOKEN: 'abcd', LEVEL: 'loud' }, 'LEVEL: expected one of info, warn'],
    [{ TOKEN: 'abcd', URL: 'x' }, 'URL: expected a URL'],
  ])('reports what is expected instead of %j', (env, message) => {
    const described = z.object({
      TOKEN: z.string().describe('the secret of all'),
      PORT: z.coerce.number().int().max(65_535).optional(),
      LEVEL: z.enum(['info', 'warn']).optional(),
      URL: z.url().optional(),
    });
    expect(() => loadConfig(described, env)).toThrow(`Invalid configuration: ${message}`);
  });

  it('reads a value from the file that <NAME>_FILE names, without its line end', () => {
    writeFileSync(file, 'se cret \n');
    expect(loadConfig(schema, { TOKEN_FILE: file }).TOKEN).toBe('se cret ');
    writeFileSync(file, '123');
    expect(() => loadConfig(schema, { TOKEN_FILE: file })).toThrow(ConfigError);
  });

  it('reads no file for a name that is not in the schema', () => {
    expect(loadConfig(schema, { TOKEN: 'abcd', OTHER_FILE: '/nowhere' }).TOKEN).toBe('abcd');
  });

  it('rejects a value that is set twice and a file that cannot be read', () => {
    expect(() => loadConfig(schema, { TOKEN: 'abcd', TOKEN_FILE: file })).toThrow(
      'TOKEN and TOKEN_FILE are both set',
    );
    expect(() => loadConfig(schema, { TOKEN_FILE: join(directory, 'none') })).toThrow(
      /TOKEN_FILE: .* does not exist/,
    );
  });
});
