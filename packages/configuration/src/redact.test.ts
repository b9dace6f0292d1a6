import fc from 'fast-check';
import { redacted } from './redact';
import { schemas } from './schemas';

describe('redacted', () => {
  it('removes every secret completely', () => {
    const secrets = ['JWT_SECRET', 'SERVICE_SECRET_PREVIOUS', 'LLM_API_KEY', 'EXPORT_SECRETS_KEY'];
    fc.assert(
      fc.property(fc.constantFrom(...secrets), fc.string({ minLength: 1 }), (name, value) => {
        expect(redacted({ [name]: value })).toEqual({ [name]: '(set)' });
      }),
    );
  });

  it('keeps the host of an address, without user and password', () => {
    const url = 'https://user:pa55@ch.example:8443/events';
    expect(redacted({ REDIS_URL: 'rediss+cluster://me:p@ss@one:1,two:2' })).toEqual({
      REDIS_URL: 'rediss+cluster://***@one:1,two:2',
    });
    expect(redacted({ CLICKHOUSE_URL: url, PORT: 1, GONE: undefined })).toEqual({
      CLICKHOUSE_URL: 'https://***@ch.example:8443/events',
      PORT: 1,
    });
  });

  it('recognises every variable with a secret by its name', () => {
    const names = Object.values(schemas).flatMap(({ shape }) => Object.keys(shape));
    const hidden = [...new Set(names)].filter((name) => redacted({ [name]: 'x' })[name] !== 'x');
    expect(hidden.sort()).toEqual([
      'BOOTSTRAP_PERSONAL_API_KEY',
      'BOOTSTRAP_PROJECT_API_KEY',
      'EXPORT_SECRETS_KEY',
      'FLAG_SECRETS_KEY',
      'INGESTION_RULES_KEY',
      'JWT_SECRET',
      'JWT_SECRET_PREVIOUS',
      'LLM_API_KEY',
      'LOGIN_SECRETS_KEY',
      'OIDC_CLIENT_SECRET',
      'OTEL_EXPORTER_OTLP_HEADERS',
      'SERVICE_SECRET',
      'SERVICE_SECRET_PREVIOUS',
    ]);
  });
});
