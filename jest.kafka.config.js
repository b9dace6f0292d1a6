// The suites that need Kafka and a Node.js that its client runs on: packages/log-drivers/src/kafka-suites.int.test.ts
// runs them, in a process of its own.
const { projects } = require('./jest.config.js');

const [{ transform, transformIgnorePatterns: _, ...base }] = projects;
const CLIENT = '@platformatic';

/** @type {import('jest').Config} */
module.exports = {
  ...base,
  displayName: 'kafka',
  rootDir: __dirname,
  testMatch: ['**/*.kafka.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  transform: {
    '^.+\\.ts$': transform['^.+\\.ts$'],
    [`/node_modules/${CLIENT}/.+\\.js$`]: [
      '@swc/jest',
      { jsc: { target: 'es2022' }, module: { type: 'commonjs' } },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!.*/?${CLIENT}[/+])`],
  testTimeout: 120_000,
};
