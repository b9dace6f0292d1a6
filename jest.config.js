/**
 * Two projects: `unit` (no engines; `*.test.ts`) and `integration` (`*.int.test.ts`), which starts
 * chDB, Redis and Postgres once for all files and hands their URLs over in the environment.
 */
// The last one loads parts of itself by `import()`, which Jest leaves to Node unless it is transformed.
const ES_MODULES =
  'hyparquet|hyparquet-compressors|hysnappy|openid-client|oauth4webapi|jose|@noble/hashes|@opentelemetry/otlp-exporter-base';

const base = {
  testEnvironment: '<rootDir>/tests/src/setup/shared-environment.cjs',
  runtime: '<rootDir>/tests/src/setup/shared-modules-runtime.cjs',
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        sourceMaps: 'inline',
        jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
        module: { type: 'commonjs' },
      },
    ],
    // ES modules, which Jest cannot load as they are.
    [`/node_modules/(${ES_MODULES})/.+\\.js$`]: [
      '@swc/jest',
      { jsc: { target: 'es2022' }, module: { type: 'commonjs' } },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!.*/?(${ES_MODULES})[@/])`],
  moduleNameMapper: {
    '^@tidemark/(edge|api|ingest-worker|query-worker|delivery|mcp|standalone|cli)$':
      '<rootDir>/services/$1/src',
    '^@tidemark/([^/]+)$': '<rootDir>/packages/$1/src',
    '^fast-check$': '<rootDir>/tests/src/setup/seeded-fast-check.cjs',
  },
  roots: ['<rootDir>/packages', '<rootDir>/services', '<rootDir>/tests'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
};

/** @type {import('jest').Config} */
module.exports = {
  projects: [
    {
      ...base,
      displayName: 'unit',
      testMatch: ['**/*.test.ts'],
      testPathIgnorePatterns: [...base.testPathIgnorePatterns, '\\.(int|kafka)\\.test\\.ts$'],
    },
    {
      ...base,
      displayName: 'integration',
      testMatch: ['**/*.int.test.ts'],
      globalSetup: '<rootDir>/tests/src/setup/start-engines.ts',
      globalTeardown: '<rootDir>/tests/src/setup/stop-engines.ts',
    },
  ],
  testSequencer: '<rootDir>/tests/src/setup/longest-first.cjs',
  // A bound on a hang, for machines that are busy with other work.
  testTimeout: 480_000,
};
