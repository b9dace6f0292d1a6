import uPlot from 'uplot';
import { shortNumber } from '../../queries/numbers';
import type { Bucket, ChartKind, ChartMark, ChartSeries } from './chart-types';
import { spread, stack } from './geometry';
import { lookOf, mix } from './palette';

/** The data of a chart. */
export interface Drawing {
  readonly kind: ChartKind;
  readonly series: readonly ChartSeries[];
  readonly buckets: readonly Bucket[];
  /** Whether the last bucket has not ended yet. */
  readonly isLastRunning: boolean;
  /** Whether the names of series are drawn at the ends of their lines. */
  readonly hasDirectLabels: boolean;
  /** The notes at buckets. */
  readonly marks?: readonly ChartMark[];
  /** Formats a value; by default as a number. */
  readonly words?: (value: number) => string;
}

/** Returns the value of a token of the theme, such as `--text`. */
export type ReadToken = (name: string) => string;

const LABEL_HEIGHT = 15;
const LABEL_WIDTH = 132;
const FONT = '12px system-ui, sans-serif';

/** Whether the series are stacked. */
function isStacked(kind: ChartKind): boolean {
  return kind === 'bars' || kind === 'stacked-area';
}

/** The values at which the series are drawn, one list per series: stacked, if the kind requires it. */
export function drawnValues(drawing: Drawing): readonly (readonly number[])[] {
  const values = drawing.series.map((entry) => entry.values);
  return isStacked(drawing.kind) ? stack(values) : values;
}

/**
 * The columns for uPlot: the positions of the buckets, then one column per series. A stack is drawn from its top to its
 * bottom, so that lower series cover higher ones. If the last bucket has not ended, each line has a second column for
 * its dashed end.
 */
export function plotData(drawing: Drawing): uPlot.AlignedData {
  const places = drawing.buckets.map((_, index) => index);
  const drawn = drawnValues(drawing).map((line, index) =>
    places.map((at) => (isEmptyBar(drawing, index, at) ? null : (line[at] ?? null))),
  );
  if (isStacked(drawing.kind)) return [places, ...drawn.toReversed()];
  if (!hasDashedEnd(drawing)) return [places, ...drawn];
  const last = places.length - 1;
  const done = drawn.map((line) => line.map((value, at) => (at === last ? null : value)));
  const running = drawn.map((line) => line.map((value, at) => (at >= last - 1 ? value : null)));
  return [places, ...done, ...running];
}

/** Whether a bar has the height 0. It is left out, because uPlot would draw its edge. */
function isEmptyBar({ kind, series }: Drawing, index: number, at: number): boolean {
  return isBars(kind) && series[index]?.values[at] === 0;
}

function hasDashedEnd({ isLastRunning, buckets, kind }: Drawing): boolean {
  return isLastRunning && buckets.length > 1 && !isFilled(kind);
}

function isBars(kind: ChartKind): boolean {
  return kind === 'bars' || kind === 'grouped-bars';
}

/** Whether the chart consists of areas or bars, which cannot be dashed. */
function isFilled(kind: ChartKind): boolean {
  return isBars(kind) || isStacked(kind);
}

/** The options of uPlot for a chart, without its size. */
export function plotOptions(
  drawing: Drawing,
  token: ReadToken,
): Omit<uPlot.Options, 'width' | 'height'> {
  const { buckets, kind } = drawing;
  const margin = isBars(kind) ? 0.6 : 0.02 * buckets.length;
  return {
    padding: [12, drawing.hasDirectLabels ? LABEL_WIDTH : 24, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: !isBars(kind), size: 7 } },
    scales: {
      x: { time: false, range: () => [-margin, Math.max(buckets.length - 1, 0) + margin] },
      y: { range: (_plot, low, high) => [Math.min(0, low * 1.06), high > 0 ? high * 1.06 : 1] },
    },
    axes: axesOf(drawing, token),
    series: [{}, ...seriesOf(drawing, token)],
    hooks: {
      draw: [
        (plot) => {
          if (drawing.isLastRunning && isFilled(kind)) paleLastBucket(plot, drawing, token);
          if (drawing.marks !== undefined) markLines(plot, drawing.marks, token);
          if (drawing.hasDirectLabels) directLabels(plot, drawing, token);
        },
      ],
    },
  };
}

function axesOf({ buckets, words = shortNumber }: Drawing, token: ReadToken): uPlot.Axis[] {
  const shared = {
    stroke: token('--text-2'),
    font: FONT,
    ticks: { show: false },
    grid: { stroke: token('--border'), width: 1 },
  };
  return [
    {
      ...shared,
      size: 30,
      grid: { show: false },
      space: 64,
      incrs: [1, 2, 3, 4, 5, 6, 7, 10, 12, 14, 20, 24, 30, 50, 60, 90, 120, 200, 365, 1000],
      values: (_plot, places) => places.map((place) => buckets[place]?.tick ?? ''),
    },
    {
      ...shared,
      size: 52,
      space: 36,
      values: (_plot, values) => values.map((value) => words(value)),
    },
  ];
}

function seriesOf(drawing: Drawing, token: ReadToken): uPlot.Series[] {
  const { kind, series } = drawing;
  const made = series.map((entry, index) => oneSeries(drawing, entry, index, token));
  if (isStacked(kind)) return made.toReversed();
  if (!hasDashedEnd(drawing)) return made;
  const ends = made.map((entry) => ({ ...entry, dash: [4, 4], points: { show: false } }));
  return [...made, ...ends];
}

function oneSeries(
  { kind, series, buckets }: Drawing,
  entry: ChartSeries,
  index: number,
  token: ReadToken,
): uPlot.Series {
  const look = lookOf(entry.look);
  const surface = token('--surface');
  const colour = mix(token(look.token), surface, entry.isBefore ? 0.5 : 1);
  const base = { label: entry.label, stroke: colour, width: entry.isBefore ? 1.5 : 2 };
  if (kind === 'bars') {
    const paths = uPlot.paths.bars?.({ size: [0.72, 64] });
    return { ...base, stroke: surface, width: 1, fill: colour, paths, points: { show: false } };
  }
  if (kind === 'grouped-bars') {
    const paths = sideBySide(buckets.length, index, series.length);
    return { ...base, stroke: surface, width: 0, fill: colour, paths, points: { show: false } };
  }
  const dash = entry.isBefore ? [3, 3] : [...look.dash];
  const points = { show: entry.values.length === 1, size: 6 };
  if (kind === 'line') return { ...base, dash, points };
  const fill = kind === 'area' ? `${colour}2e` : mix(colour, surface, 0.45);
  return { ...base, dash, fill, points };
}

/** Draws the bars of a bucket side by side. Each series has an equal part of the bucket's width. */
function sideBySide(buckets: number, index: number, series: number) {
  const width = 0.76 / series;
  const starts = Array.from({ length: buckets }, (_, at) => at - 0.38 + index * width);
  // uPlot does not export the enumeration of units; 1 is the unit of the scale.
  const disp: unknown = {
    x0: { unit: 1, values: () => starts },
    size: { unit: 1, values: () => [width] },
  };
  return uPlot.paths.bars?.({ disp: disp as uPlot.Series.BarsPathBuilderDisplay });
}

/** Draws a dashed vertical line at each note, with a dot on the axis. */
function markLines(plot: uPlot, marks: readonly ChartMark[], token: ReadToken): void {
  const { ctx } = plot;
  const { top, height } = plot.bbox;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.strokeStyle = token('--text-2');
  ctx.fillStyle = token('--text-2');
  ctx.lineWidth = ratio;
  for (const { bucket } of marks) {
    const x = plot.valToPos(bucket, 'x', true);
    ctx.setLineDash([4 * ratio, 3 * ratio]);
    ctx.beginPath();
    ctx.moveTo(x, top);
    ctx.lineTo(x, top + height);
    ctx.stroke();
    ctx.beginPath();
    ctx.arc(x, top + height, 3.5 * ratio, 0, 2 * Math.PI);
    ctx.fill();
  }
  ctx.restore();
}

/** Draws a half-transparent rectangle over the last bucket, because bars and areas cannot be dashed. */
function paleLastBucket(plot: uPlot, { buckets, kind }: Drawing, token: ReadToken): void {
  const last = buckets.length - 1;
  const from = plot.valToPos(isBars(kind) ? last - 0.5 : last - 1, 'x', true);
  const { ctx } = plot;
  const { left, top, width, height } = plot.bbox;
  ctx.save();
  ctx.globalAlpha = 0.55;
  ctx.fillStyle = token('--surface');
  ctx.fillRect(from, top, left + width - from, height);
  ctx.restore();
}

/** Draws the names of the series at their ends, moved apart so that they do not overlap. */
function directLabels(plot: uPlot, drawing: Drawing, token: ReadToken): void {
  const { ctx } = plot;
  const ratio = devicePixelRatio;
  const { left, top, width, height } = plot.bbox;
  const drawn = drawnValues(drawing);
  const stacked = isStacked(drawing.kind);
  const wanted = drawing.series.map((_, index) => {
    const edge = drawn[index]?.at(-1) ?? 0;
    const middle = stacked ? edge - (drawing.series[index]?.values.at(-1) ?? 0) / 2 : edge;
    return plot.valToPos(middle, 'y', true) - top;
  });
  const places = spread(wanted, LABEL_HEIGHT * ratio, height);
  ctx.save();
  ctx.font = `${12 * ratio}px system-ui, sans-serif`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  for (const [index, entry] of drawing.series.entries()) {
    ctx.fillStyle = token(lookOf(entry.look).token);
    const text = fitted(ctx, entry.label, (LABEL_WIDTH - 16) * ratio);
    ctx.fillText(text, left + width + 8 * ratio, top + (places[index] ?? 0));
  }
  ctx.restore();
}

function fitted(ctx: CanvasRenderingContext2D, text: string, width: number): string {
  if (ctx.measureText(text).width <= width) return text;
  let kept = text;
  while (kept.length > 1 && ctx.measureText(`${kept}…`).width > width) kept = kept.slice(0, -1);
  return `${kept}…`;
}
