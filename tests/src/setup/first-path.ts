/** Names the PATH with which the run began, before set-up put programs on it. */
export const FIRST_PATH = 'TEST_FIRST_PATH';
