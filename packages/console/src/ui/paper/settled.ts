/** Matches elements that are incomplete: results that are being computed, parts that are being loaded. */
const UNFINISHED = '[aria-busy="true"], [role="status"][data-loading]';
const LOOK_MS = 100;
/**
 * The number of successive checks without an incomplete element; more than one, because one part may start to load when
 * another has finished.
 */
const CALM_LOOKS = 3;

/**
 * Waits until all parts of the element are complete.
 *
 * @param onProgress called with the number of incomplete parts
 * @throws the reason of the signal if it is aborted
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
