/** Folders depend in one direction (docs/architecture.md). Tests and their helpers may import any folder. */
const { options } = require('./.dependency-cruiser.cjs');

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'folders-depend-in-one-direction',
      severity: 'error',
      scope: 'folder',
      comment:
        'Merge two folders that import each other, or move their shared code to a folder that both import.',
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
