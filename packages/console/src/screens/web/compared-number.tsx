import type { TableColumn, WebNumber } from '../../queries/web/shape-web';
import { changeOf, figureWords } from '../../queries/web/shape-web';
import styles from './web.module.css';

interface ComparedNumberProps {
  readonly number: WebNumber;
  readonly kind: TableColumn['kind'];
  readonly isIncreaseBad: boolean;
  /** A description of the number for screen readers. */
  readonly label: string;
  /** Opens the people behind the number; null if there is no list of them. */
  readonly onOpen: (() => void) | null;
}

/** A number with its change against the previous period. A click opens the people behind it. */
export function ComparedNumber(props: ComparedNumberProps) {
  const { number, kind, isIncreaseBad, label, onOpen } = props;
  const words = figureWords(number.value, kind);
  return (
    <>
      {onOpen === null ? (
        <span className={styles.number}>{words}</span>
      ) : (
        <button
          type="button"
          className={styles.opener}
          aria-label={`${label}: ${words}, show people`}
          onClick={onOpen}
        >
          {words}
        </button>
      )}
      <ChangeText number={number} kind={kind} isIncreaseBad={isIncreaseBad} />
    </>
  );
}

function ChangeText(props: Pick<ComparedNumberProps, 'number' | 'kind' | 'isIncreaseBad'>) {
  const { number, kind, isIncreaseBad } = props;
  const change = changeOf(number, isIncreaseBad);
  if (change === null) return null;
  const before = figureWords(number.previous, kind);
  return (
    <span className={styles.change} data-direction={change.direction} title={`Before: ${before}`}>
      {change.text}
    </span>
  );
}
