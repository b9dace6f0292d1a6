/**
 * Jest's module loader, kept for all test files of a worker: the modules of the product and of its dependencies are
 * compiled and evaluated once per worker instead of once per file, which was half of the processor time of a run.
 *
 * Test files and their helpers are evaluated anew for each file, because helpers may keep state between tests. Modules
 * of the product must not: `docs/decisions/0254-test-files-share-loaded-modules.md`.
 */
const { default: JestRuntime } = require('jest-runtime');

/** Modules that belong to one test file. */
const OF_ONE_FILE = /\.test\.ts$|\/test-support\/|\/tests\/src\/|\/packages\/testing\//;

/** The loader of each project (`unit`, `integration`) in this worker. */
const runtimes = new Map();

class SharedModulesRuntime extends JestRuntime {
  constructor(config, environment, ...rest) {
    const known = runtimes.get(config.id);
    const testPath = rest[4];
    if (known !== undefined) {
      known.beginFile(testPath);
      return known;
    }
    super(config, environment, ...rest);
    runtimes.set(config.id, this);
  }

  beginFile(testPath) {
    this._testPath = testPath;
    this.executor.testPath = testPath;
    this.esmLoader.testPath = testPath;
    // No test is running; "betweenTests" would reject imports at the top of the file.
    this.testState.state = 'loading';
  }

  /** Forgets the test file and its helpers; keeps everything else for the next file. */
  teardown() {
    this.restoreAllMocks();
    const { registries } = this;
    for (const path of registries.moduleRegistry.keys()) {
      if (OF_ONE_FILE.test(path)) registries.moduleRegistry.delete(path);
    }
    // The test framework is evaluated anew for each file.
    registries.internalModuleRegistry.clear();
    registries.mockRegistry.clear();
    registries.moduleMockRegistry.clear();
    this.mockState.clear();
    this.testMainModule.reset();
    this.loggedReferenceErrors.clear();
  }
}

module.exports = { __esModule: true, default: SharedModulesRuntime };
