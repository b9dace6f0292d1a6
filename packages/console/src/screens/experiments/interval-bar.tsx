import type { Verdict } from '../../queries/experiments/results';
import styles from './experiments.module.css';

const WIDTH = 220;
const HEIGHT = 22;
const MIDDLE = HEIGHT / 2;

/**
 * A bar for the interval of a change, on the scale of its table, with a line at zero. The table shows the numbers
 * beside it.
 */
export function IntervalBar(props: {
  readonly interval: readonly [number, number];
  readonly estimate: number | null;
  readonly scale: readonly [number, number];
  readonly verdict: Verdict | null;
}) {
  const { interval, estimate, scale, verdict } = props;
  const [low, high] = scale;
  const place = (value: number): number => ((value - low) / (high - low)) * WIDTH;
  const [from, to] = [place(interval[0]), place(interval[1])];
  return (
    <svg
      className={`${styles.bar} ${styles[verdict ?? 'unclear']}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      aria-hidden="true"
      focusable="false"
    >
      <line className={styles.zero} x1={place(0)} x2={place(0)} y1={0} y2={HEIGHT} />
      <rect x={from} y={MIDDLE - 4} width={Math.max(to - from, 2)} height={8} rx={4} />
      {estimate !== null && <circle cx={place(estimate)} cy={MIDDLE} r={5} />}
    </svg>
  );
}
