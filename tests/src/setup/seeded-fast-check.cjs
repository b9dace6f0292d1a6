/**
 * Replaces `fast-check` in tests: the random cases are the same in every run, so that a failure is caused by the change
 * under test. `PROPERTY_SEED=<number>` uses that seed, `PROPERTY_SEED=random` a new one for each run.
 */
const fc = require('../../../node_modules/fast-check/lib/cjs/fast-check.js');

const USUAL_SEED = 20_261_122;

const wanted = process.env.PROPERTY_SEED || String(USUAL_SEED);
if (wanted !== 'random') {
  const seed = Number(wanted);
  if (!Number.isInteger(seed)) throw new Error('PROPERTY_SEED must be a whole number or "random"');
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
}

module.exports = fc;
