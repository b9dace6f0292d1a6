import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import { numberWords } from '../../queries/numbers';
import type { ChartPoint } from './chart-types';
import styles from './chart.module.css';
import { nearest } from './geometry';
import type { Drawing } from './plot-options';
import { drawnValues, plotData, plotOptions } from './plot-options';
import { Swatch } from './swatch';
import { useThemeName } from './use-theme-name';
import { useWidth } from './use-width';
import { walkedTo } from './walk';

/** If the chart is narrower (in pixels), the names of the series are only in the table. */
const ROOM_FOR_LABELS = 640;
const MOST_LABELS = 8;

export interface PlotProps {
  readonly label: string;
  readonly drawing: Omit<Drawing, 'hasDirectLabels'>;
  readonly height: number;
  /** Shows the people behind a value; null if the values have no people. */
  readonly onOpen: ((point: ChartPoint) => void) | null;
}

/** A drawn chart. Values are selected with the mouse or with the arrow keys. */
export default function Plot({ label, drawing, height, onOpen }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const [drawnPlot, setPlot] = useState<uPlot | null>(null);
  const width = useWidth(place);
  const theme = useThemeName();
  const [point, setPoint] = useState<ChartPoint | null>(null);
  /** The last value that keys selected. After the panel of people is closed, keys go on from there. */
  const last = useRef<ChartPoint | null>(null);
  const { series, buckets } = drawing;
  const hasDirectLabels =
    width >= ROOM_FOR_LABELS && series.length > 1 && series.length <= MOST_LABELS;

  useEffect(() => {
    const target = place.current;
    if (target === null || width === 0) return undefined;
    const style = getComputedStyle(document.documentElement);
    const read = (name: string): string => style.getPropertyValue(name).trim();
    const whole = { ...drawing, hasDirectLabels };
    const plot = new uPlot({ ...plotOptions(whole, read), width, height }, plotData(whole), target);
    setPlot(plot);
    const drawn = drawnValues(whole);
    const onMove = (): void => {
      const bucket = plot.cursor.idx ?? -1;
      if (bucket < 0 || (plot.cursor.left ?? -1) < 0) return setPoint(null);
      const wanted = plot.posToVal(plot.cursor.top ?? 0, 'y');
      const at = nearest(
        drawn.map((line) => line[bucket] ?? null),
        wanted,
      );
      setPoint(at < 0 ? null : { series: at, bucket });
    };
    plot.over.addEventListener('mousemove', onMove);
    plot.over.addEventListener('mouseleave', () => setPoint(null));
    return () => {
      plot.destroy();
      setPlot(null);
    };
  }, [drawing, hasDirectLabels, height, theme, width]);

  const show = (next: ChartPoint): void => {
    setPoint(next);
    last.current = next;
    const plot = drawnPlot;
    if (plot === null) return;
    const value = drawnValues({ ...drawing, hasDirectLabels })[next.series]?.[next.bucket] ?? 0;
    plot.setCursor({ left: plot.valToPos(next.bucket, 'x'), top: plot.valToPos(value, 'y') });
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const from = point ?? last.current;
    const next = walkedTo(
      event.key,
      from === null ? null : { column: from.bucket, row: from.series },
      buckets.map(() => series.length),
      { column: buckets.length - 1, row: 0 },
    );
    if (next !== null) {
      event.preventDefault();
      show({ series: next.row, bucket: next.column });
    } else if (event.key === 'Enter' && point !== null && onOpen !== null) {
      event.preventDefault();
      onOpen(point);
    }
  };
  return (
    // The arrow keys select values, so the element is focusable although it is not a control.
    <div
      className={styles.plot}
      tabIndex={0}
      role="application"
      aria-roledescription="chart"
      aria-label={`${label}. Use the arrow keys to select values${onOpen === null ? '' : ', and Enter to open the people'}; the same values are in the table below.`}
      onKeyDown={onKeyDown}
      onBlur={() => setPoint(null)}
    >
      <div
        ref={place}
        className={onOpen === null ? undefined : styles.opens}
        onClick={() => {
          if (point !== null) onOpen?.(point);
        }}
      />
      {point !== null && <Tooltip drawing={drawing} point={point} plot={drawnPlot} />}
      <p className={styles.readAloud} aria-live="polite">
        {point !== null && spoken(drawing, point)}
      </p>
    </div>
  );
}

function spoken(drawing: PlotProps['drawing'], point: ChartPoint): string {
  const { series, buckets, words = numberWords } = drawing;
  const entry = series[point.series];
  const value = entry?.values[point.bucket];
  const title = buckets[point.bucket]?.title ?? '';
  const said = `${title}: ${entry?.label ?? ''} ${value === undefined ? 'no value' : words(value)}`;
  return [said, ...notesAt(drawing, point.bucket)].join('. ');
}

/** The texts of the notes at a bucket. */
function notesAt({ marks = [] }: PlotProps['drawing'], bucket: number): readonly string[] {
  return marks.filter((mark) => mark.bucket === bucket).map(({ text }) => text);
}

/** A tooltip with all values of a bucket, in which the nearest value is highlighted. */
function Tooltip(props: {
  readonly drawing: PlotProps['drawing'];
  readonly point: ChartPoint;
  readonly plot: uPlot | null;
}) {
  const { drawing, point, plot } = props;
  const box = useRef<HTMLDivElement>(null);
  const { series, buckets, isLastRunning, words = numberWords } = drawing;
  useEffect(() => {
    const element = box.current;
    if (element === null || plot === null) return;
    const left = plot.over.offsetLeft + plot.valToPos(point.bucket, 'x');
    const isRight = left > plot.width / 2;
    element.style.left = `${isRight ? left - element.offsetWidth - 12 : left + 12}px`;
  }, [plot, point]);
  const isRunning = isLastRunning && point.bucket === buckets.length - 1;
  return (
    <div ref={box} className={styles.tooltip} aria-hidden="true">
      <p>
        {buckets[point.bucket]?.title}
        {isRunning && ' · still running'}
      </p>
      <ul>
        {series.map((entry, index) => (
          <li key={entry.key} data-near={index === point.series}>
            <Swatch look={entry.look} isBefore={entry.isBefore} />
            <span>{entry.label}</span>
            <span>{words(entry.values[point.bucket] ?? 0)}</span>
          </li>
        ))}
      </ul>
      {notesAt(drawing, point.bucket).map((text) => (
        <p key={text} className={styles.noteText}>
          {text}
        </p>
      ))}
    </div>
  );
}
