/** The columns that are drawn: from the first index up to, but without, the second one. */
export type ColumnWindow = readonly [from: number, to: number];

/**
 * The columns that are in view, and those up to a distance beside it, so that a short scroll finds them drawn.
 *
 * @param widths the widths of all columns in pixels
 * @param view the scrolled distance and the visible width in pixels
 * @param beyond the distance in pixels
 */
export function columnWindow(
  widths: readonly number[],
  view: { readonly left: number; readonly width: number },
  beyond: number,
): ColumnWindow {
  const [start, end] = [view.left - beyond, view.left + view.width + beyond];
  let from = 0;
  let to = 0;
  let left = 0;
  for (const [index, width] of widths.entries()) {
    if (left + width <= start) from = index + 1;
    if (left < end) to = index + 1;
    left += width;
  }
  return [Math.min(from, Math.max(0, widths.length - 1)), to];
}
