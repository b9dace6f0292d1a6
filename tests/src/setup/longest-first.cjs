/**
 * Sorts the test files by duration, the longest first, so that no long file starts when the others are finished. The
 * seconds are in `tests/timings.json`; the duration of a file that is missing there is estimated from its size.
 */
const { readFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;

const root = join(__dirname, '..', '..', '..');
/** A rough estimate, used only for sorting: a file of 4 kB without a recorded time counts as two seconds. */
const BYTES_PER_SECOND = 2_000;

class LongestFirst extends Sequencer {
  sort(tests) {
    const recorded = JSON.parse(readFileSync(join(root, 'tests', 'timings.json'), 'utf8'));
    const seconds = new Map(
      tests.map(({ path }) => [
        path,
        recorded[relative(root, path)] ?? readFileSync(path).length / BYTES_PER_SECOND,
      ]),
    );
    return [...tests].sort((a, b) => seconds.get(b.path) - seconds.get(a.path));
  }
}

module.exports = LongestFirst;
