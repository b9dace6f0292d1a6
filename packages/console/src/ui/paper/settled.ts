/** Elements that are marked as incomplete: results that are being computed, parts that are being loaded. */
const UNFINISHED = '[aria-busy="true"], [role="status"][data-loading]';
const LOOK_MS = 100;
/** So many looks in a row find nothing unfinished: one part can begin when another has ended. */
const CALM_LOOKS = 3;

/**
 * Waits until everything in the element is complete.
 *
 * @param onProgress is called with the number of parts that are not complete
 * @throws the reason of the signal when it is aborted
 */
export async function whenSettled(
  element: Element,
  signal: AbortSignal,
  onProgress: (unfinished: number) => void,
): Promise<void> {
  for (let calm = 0; calm < CALM_LOOKS;) {
    signal.throwIfAborted();
    const unfinished = element.querySelectorAll(UNFINISHED).length;
    onProgress(unfinished);
    calm = unfinished === 0 ? calm + 1 : 0;
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
}
