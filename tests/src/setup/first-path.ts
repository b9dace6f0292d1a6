/** The environment variable with the PATH at the beginning of the run, before the set-up added programs to it. */
export const FIRST_PATH = 'TEST_FIRST_PATH';
