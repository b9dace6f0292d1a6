/**
 * Jest's module loader, shared by all test files of a worker. Modules of the product and of its dependencies are
 * compiled and evaluated once per worker instead of once per file, which took half of the processor time of a run.
 *
 * Test files and their helpers are evaluated for each file, because helpers may keep state between tests. Modules of
 * the product must not: `docs/decisions/0254-test-files-share-loaded-modules.md`.
 */
const { AsyncLocalStorage } = require('node:async_hooks');
const { compileFunction, constants } = require('node:vm');
const { default: JestRuntime } = require('jest-runtime');

/** Matches modules that are evaluated for each test file. */
const OF_ONE_FILE = /\.test\.ts$|\/test-support\/|\/tests\/src\/|\/packages\/testing\//;

/**
 * The part of the test framework that keeps the tests and the state of a file. The rest of the framework is loaded once
 * per worker.
 */
const FRAMEWORK_OF_ONE_FILE = /\/jest-circus\/build\//;
/** The key under which the framework stores its listeners in the global object. */
const LISTENERS = Symbol.for('EVENT_HANDLERS');

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
    this.storages = [];
    this.executor.compile = (source, filename) =>
      compileFunction(source, this.executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
    runtimes.set(config.id, this);
  }

  /**
   * For each file, the framework creates an AsyncLocalStorage, which follows each promise. If it stayed, it would slow
   * down every promise of all later files, so it is recorded and disabled afterwards.
   */
  requireInternalModule(from, to) {
    if (!FRAMEWORK_OF_ONE_FILE.test(to ?? from)) return super.requireInternalModule(from, to);
    const { coreModule, storages } = this;
    const load = coreModule.require;
    class NotedStorage extends AsyncLocalStorage {
      constructor(...options) {
        super(...options);
        storages.push(this);
      }
    }
    coreModule.require = (name) => {
      const loaded = load.call(coreModule, name);
      const isHooks = name === 'async_hooks' || name === 'node:async_hooks';
      return isHooks ? { ...loaded, AsyncLocalStorage: NotedStorage } : loaded;
    };
    try {
      return super.requireInternalModule(from, to);
    } finally {
      coreModule.require = load;
    }
  }

  beginFile(testPath) {
    this._testPath = testPath;
    this.executor.testPath = testPath;
    this.esmLoader.testPath = testPath;
    // In the state "betweenTests", Jest would reject imports at the top of the file.
    this.testState.state = 'loading';
  }

  /** Removes the modules of the test file and its helpers; keeps all others for the next file. */
  teardown() {
    this.restoreAllMocks();
    const { registries } = this;
    for (const path of registries.moduleRegistry.keys()) {
      if (OF_ONE_FILE.test(path)) registries.moduleRegistry.delete(path);
    }
    for (const path of registries.internalModuleRegistry.keys()) {
      if (FRAMEWORK_OF_ONE_FILE.test(path)) registries.internalModuleRegistry.delete(path);
    }
    for (const storage of this.storages.splice(0)) storage.disable();
    delete this._environment.global[LISTENERS];
    registries.mockRegistry.clear();
    registries.moduleMockRegistry.clear();
    this.mockState.clear();
    this.testMainModule.reset();
    this.loggedReferenceErrors.clear();
  }
}

module.exports = { __esModule: true, default: SharedModulesRuntime };
