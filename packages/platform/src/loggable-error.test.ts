import { PassThrough } from 'node:stream';
import { createLogger } from './logger';

function logged(error: unknown): Record<string, unknown> {
  const lines = new PassThrough();
  createLogger('test', 'info', lines).warn({ err: error }, 'failed');
  return JSON.parse(String(lines.read())) as Record<string, unknown>;
}

describe('errors in the log', () => {
  it('contain what failed, without data that a driver added', () => {
    const cause = Object.assign(new Error('WRONGPASS'), {
      code: 'ERR',
      command: { name: 'auth', args: ['default', 'the-password'] },
    });
    const error = Object.assign(new Error('cannot store', { cause }), {
      code: 22008,
      detail: 'Failing row contains (ann@example.com)',
    });
    const line = logged(error);
    expect(line).toMatchObject({
      err: {
        type: 'Error',
        message: 'cannot store',
        code: 22008,
        stack: expect.stringContaining('loggable-error.test'),
        cause: { message: 'WRONGPASS', code: 'ERR' },
      },
    });
    expect(JSON.stringify(line)).not.toMatch(/the-password|ann@example/);
  });

  it('accept any thrown value, and circular causes', () => {
    expect(logged('text')).toMatchObject({ err: { type: 'string', message: 'text' } });
    const ring = new Error('ring');
    ring.cause = ring;
    expect(logged(ring)).toMatchObject({ err: { message: 'ring' } });
  });
});
