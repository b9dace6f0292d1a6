import { numberWords } from '../../queries/numbers';
import { offsetBefore, pageWords } from '../../queries/pages';
import { Button } from '../button/button';
import { Row } from '../layout/page';
import { Notice } from '../state/states';

/**
 * The range of the shown rows, and buttons for the previous and the next page. An older link, or a deletion, may lead to
 * a page behind the last one: it says so, and the last page is one step away. Nothing is shown for an empty list.
 */
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
  if (count === 0) return null;
  return (
    <Row>
      <span role="status">{pageWords({ offset, shown, count })}</span>
      {(offset > 0 || offset + shown < count) && (
        <>
          <Button
            icon="chevron-left"
            disabled={offset === 0}
            onClick={() => onChange(offsetBefore({ offset, size, count }))}
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

/** A notice below a list without pages that does not show all of its rows. */
export function CutNotice(props: {
  readonly shown: number;
  readonly count: number;
  /** What the rows are, in the plural. */
  readonly things: string;
  /** How the other rows are found. */
  readonly advice?: string;
}) {
  const { shown, count, things, advice } = props;
  if (shown === 0 || shown >= count) return null;
  return (
    <Notice kind="info">
      {numberWords(shown)} of {numberWords(count)} {things} are shown. {advice}
    </Notice>
  );
}
