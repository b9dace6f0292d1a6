/**
 * Jest's environment for Node.js, shared by all test files of a worker, like the modules that were evaluated in it.
 *
 * Its global object is the global object of the worker. Jest's separate one is a proxy that is called for each `Math`
 * or `Map` in a module, which took most of the processor time of calculations.
 */
const { TestEnvironment } = require('jest-environment-node');

/** The environment of each project (`unit`, `integration`) in this worker. */
const environments = new Map();
/** Each `expect` records a stack trace, which takes time for every frame, so the number of frames is limited. */
const STACK_FRAMES = 20;

class SharedEnvironment extends TestEnvironment {
  constructor(config, context) {
    const { projectConfig } = config;
    const known = environments.get(projectConfig.id);
    if (known !== undefined) return known;
    super(config, context);
    this.global = globalThis;
    const [Mocker, OldTimers, Timers] = [
      this.moduleMocker.constructor,
      this.fakeTimers.constructor,
      this.fakeTimersModern.constructor,
    ];
    this.moduleMocker = new Mocker(globalThis);
    this.fakeTimers = new OldTimers({
      config: projectConfig,
      global: globalThis,
      moduleMocker: this.moduleMocker,
      timerConfig: { idToRef: (id) => id, refToId: (timer) => timer },
    });
    this.fakeTimersModern = new Timers({ config: projectConfig, global: globalThis });
    this.firstVariables = { ...process.env };
    this.firstExit = process.exit;
    environments.set(projectConfig.id, this);
  }

  async setup() {
    Error.stackTraceLimit = STACK_FRAMES;
  }

  /** Restores the timers, the environment variables and the exit function, which the file may have replaced. */
  async teardown() {
    this.fakeTimers.useRealTimers();
    this.fakeTimersModern.useRealTimers();
    const { env } = process;
    for (const name of Object.keys(env)) {
      if (!(name in this.firstVariables)) delete env[name];
    }
    Object.assign(env, this.firstVariables);
    process.exit = this.firstExit;
  }
}

module.exports = SharedEnvironment;
