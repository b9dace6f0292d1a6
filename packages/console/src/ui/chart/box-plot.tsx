import { numberWords, shortNumber } from '../../queries/numbers';
import styles from './box-plot.module.css';
import type { Bucket } from './chart-types';
import { lookOf } from './palette';
import { WalkedDrawing } from './walked-drawing';

/** The distribution of the values in a bucket. */
export interface Box {
  readonly min: number;
  readonly p25: number;
  readonly median: number;
  readonly p75: number;
  readonly max: number;
  readonly mean: number;
}

const HEIGHT = 320;
const LEFT = 56;
const BOTTOM = 28;
const TOP = 12;
/** The width of a bucket in units of the view box; the chart fills its container. */
const COLUMN = 64;

/**
 * A box from the 25th to the 75th percentile with a line at the median, a dot at the mean, and whiskers to the minimum
 * and maximum.
 */
export function BoxPlot(props: {
  readonly label: string;
  readonly buckets: readonly Bucket[];
  readonly series: readonly { readonly label: string; readonly boxes: readonly (Box | null)[] }[];
  /** Whether the last bucket is incomplete; its boxes are dashed. */
  readonly isLastRunning: boolean;
  /** Shows the people of a box; null if there is no list of them. */
  readonly onOpen: ((series: number, bucket: number) => void) | null;
}) {
  const { label, buckets, series, isLastRunning, onOpen } = props;
  const values = series.flatMap(({ boxes }) =>
    boxes.flatMap((box) => (box === null ? [] : [box.min, box.max])),
  );
  const low = Math.min(0, ...values);
  const high = Math.max(...values, low + 1);
  const width = LEFT + Math.max(1, buckets.length) * COLUMN;
  const y = (value: number): number =>
    TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - low) / (high - low));
  const ticks = [0, 1, 2, 3, 4].map((part) => low + ((high - low) * part) / 4);
  const every = Math.ceil(buckets.length / 12);
  const words = (index: number, at: number): string => {
    const entry = series[index];
    return `${buckets[at]?.title ?? ''}: ${entry?.label ?? ''} ${boxWords(entry?.boxes[at] ?? null)}`;
  };
  const open = (index: number, at: number): void => {
    if (series[index]?.boxes[at] !== null) onOpen?.(index, at);
  };
  return (
    <WalkedDrawing
      label={label}
      className={styles.frame}
      sizes={buckets.map(() => series.length)}
      action="open the people"
      words={({ column, row }) => words(row, column)}
      onOpen={onOpen === null ? null : ({ column, row }) => open(row, column)}
    >
      {(selected) => (
        <svg viewBox={`0 0 ${width} ${HEIGHT}`} className={styles.drawing} aria-hidden="true">
          {ticks.map((tick) => (
            <g key={tick}>
              <line className={styles.grid} x1={LEFT} x2={width} y1={y(tick)} y2={y(tick)} />
              <text className={styles.tick} x={LEFT - 8} y={y(tick)} textAnchor="end" dy="0.32em">
                {shortNumber(tick)}
              </text>
            </g>
          ))}
          {buckets.map(
            (bucket, at) =>
              at % every === 0 && (
                <text
                  key={at}
                  className={styles.tick}
                  x={LEFT + (at + 0.5) * COLUMN}
                  y={HEIGHT - 8}
                  textAnchor="middle"
                >
                  {bucket.tick}
                </text>
              ),
          )}
          {series.map(({ label: name, boxes }, index) =>
            boxes.map(
              (box, at) =>
                box !== null && (
                  <OneBox
                    key={`${name} ${at}`}
                    box={box}
                    isRunning={isLastRunning && at === buckets.length - 1}
                    look={index}
                    left={LEFT + at * COLUMN + 8 + (index * (COLUMN - 16)) / series.length}
                    width={(COLUMN - 16) / series.length - 4}
                    y={y}
                    isSelected={selected?.row === index && selected.column === at}
                    title={words(index, at)}
                    onOpen={onOpen === null ? null : () => open(index, at)}
                  />
                ),
            ),
          )}
        </svg>
      )}
    </WalkedDrawing>
  );
}

function boxWords(box: Box | null): string {
  if (box === null) return 'no value';
  const { min, p25, median, p75, max, mean } = box;
  const [low, high] = [numberWords(min), numberWords(max)];
  return `median ${numberWords(median)}, half of the values from ${numberWords(p25)} to ${numberWords(p75)}, all from ${low} to ${high}, mean ${numberWords(mean)}`;
}

function OneBox(props: {
  readonly box: Box;
  readonly isRunning: boolean;
  readonly look: number;
  readonly left: number;
  readonly width: number;
  readonly y: (value: number) => number;
  readonly isSelected: boolean;
  readonly title: string;
  readonly onOpen: (() => void) | null;
}) {
  const { box, isRunning, look, left, width, y, isSelected, title, onOpen } = props;
  const colour = `var(${lookOf(look).token})`;
  const middle = left + width / 2;
  return (
    <g
      className={onOpen === null ? styles.box : `${styles.box} ${styles.opens}`}
      data-selected={isSelected}
      stroke={colour}
      strokeDasharray={isRunning ? '4 3' : undefined}
      onClick={() => onOpen?.()}
    >
      <title>{title}</title>
      <line x1={middle} x2={middle} y1={y(box.max)} y2={y(box.p75)} />
      <line x1={middle} x2={middle} y1={y(box.p25)} y2={y(box.min)} />
      <line x1={left + width / 4} x2={left + (width * 3) / 4} y1={y(box.max)} y2={y(box.max)} />
      <line x1={left + width / 4} x2={left + (width * 3) / 4} y1={y(box.min)} y2={y(box.min)} />
      <rect
        x={left}
        width={width}
        y={y(box.p75)}
        height={Math.max(1, y(box.p25) - y(box.p75))}
        fill={colour}
        fillOpacity={0.2}
        rx={2}
      />
      <line strokeWidth={3} x1={left} x2={left + width} y1={y(box.median)} y2={y(box.median)} />
      <circle cx={middle} cy={y(box.mean)} r={2.5} fill={colour} stroke="none" />
    </g>
  );
}
