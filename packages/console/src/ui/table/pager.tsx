import { numberWords } from '../../queries/numbers';
import { Button } from '../button/button';
import { Row } from '../layout/page';

/** The range of the shown rows, and buttons for the previous and the next page. */
export function Pager(props: {
  readonly offset: number;
  /** The number of rows on a full page. */
  readonly size: number;
  /** The number of rows on this page. */
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

/** The offset in a URL parameter; 0 for any invalid value. */
export function offsetOf(text: string | undefined): number {
  return Math.max(0, Number.parseInt(text ?? '', 10) || 0);
}
