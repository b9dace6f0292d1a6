import { numberWords } from '../../queries/numbers';
import { Button } from '../button/button';
import { Row } from '../layout/page';

/** Which rows of how many are shown, and the way to the next ones. */
export function Pager(props: {
  readonly offset: number;
  /** Rows of a full page. */
  readonly size: number;
  /** Rows that are shown. */
  readonly shown: number;
  readonly count: number;
  readonly onChange: (offset: number) => void;
}) {
  const { offset, size, shown, count, onChange } = props;
  const last = numberWords(offset + shown);
  return (
    <Row>
      <span role="status">
        {shown > 1 && `${numberWords(offset + 1)} to `}
        {last} of {numberWords(count)}
      </span>
      {(offset > 0 || offset + shown < count) && (
        <>
          <Button
            icon="chevron-left"
            disabled={offset === 0}
            onClick={() => onChange(Math.max(0, offset - size))}
          >
            Previous
          </Button>
          <Button
            icon="chevron-right"
            disabled={offset + shown >= count}
            onClick={() => onChange(offset + size)}
          >
            Next
          </Button>
        </>
      )}
    </Row>
  );
}

/** The offset that an address holds; 0 for anything else. */
export function offsetOf(text: string | undefined): number {
  return Math.max(0, Number.parseInt(text ?? '', 10) || 0);
}
