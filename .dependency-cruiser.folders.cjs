/** Folders depend in one direction (docs/architecture.md). Tests and their helpers may look at any room. */
const { options } = require('./.dependency-cruiser.cjs');

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'folders-depend-in-one-direction',
      severity: 'error',
      scope: 'folder',
      comment: 'Two folders that need each other are one folder, or share what lies below both.',
      from: { path: '^(packages|services)/[^/]+/src' },
      to: { circular: true },
    },
  ],
  options: {
    ...options,
    exclude: {
      path: [options.exclude.path, '\\.test\\.ts$', '/(test-support|engine-tests)/'],
    },
  },
};
