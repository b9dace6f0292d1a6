/** Exit code of a check that could not run: neither passed nor failed (EX_TEMPFAIL of sysexits.h). */
export const NOT_RUN = 75;

/** The result of a check as it is printed, by its exit code. */
export function outcomeOf(code) {
  if (code === 0) return 'passed ';
  return code === NOT_RUN ? 'NOT RUN' : 'FAILED ';
}
