/** Jest's environment for Node.js, kept for all test files of a worker, as the modules that were evaluated in it are. */
const { TestEnvironment } = require('jest-environment-node');

/** The environment of each project (`unit`, `integration`) in this worker. */
const environments = new Map();

class SharedEnvironment extends TestEnvironment {
  constructor(config, context) {
    const known = environments.get(config.projectConfig.id);
    if (known !== undefined) return known;
    super(config, context);
    this.firstVariables = { ...this.global.process.env };
    this.firstExit = this.global.process.exit;
    environments.set(config.projectConfig.id, this);
  }

  /** Restores the timers, the environment variables and the exit function that the file may have replaced. */
  async teardown() {
    this.fakeTimers.useRealTimers();
    this.fakeTimersModern.useRealTimers();
    const { env } = this.global.process;
    for (const name of Object.keys(env)) {
      if (!(name in this.firstVariables)) delete env[name];
    }
    Object.assign(env, this.firstVariables);
    this.global.process.exit = this.firstExit;
  }
}

module.exports = SharedEnvironment;
