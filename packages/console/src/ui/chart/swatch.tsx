import { lookOf } from './palette';
import styles from './chart.module.css';

/** A short piece of a series' line, for legends. */
export function Swatch({
  look,
  isBefore = false,
}: {
  readonly look: number;
  readonly isBefore?: boolean;
}) {
  const { token, dash } = lookOf(look);
  return (
    <svg className={styles.swatch} width={18} height={10} aria-hidden="true" focusable="false">
      <line
        x1={0}
        x2={18}
        y1={5}
        y2={5}
        stroke={`var(${token})`}
        strokeWidth={isBefore ? 1.5 : 3}
        strokeDasharray={(isBefore ? [3, 3] : dash).join(' ')}
      />
    </svg>
  );
}
