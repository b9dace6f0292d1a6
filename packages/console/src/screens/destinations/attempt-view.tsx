import { indented, requestText } from '../../queries/destinations/destination-words';
import { durationWords } from '../../queries/numbers';
import { Notice } from '../../ui/state/states';
import { CodeBlock } from '../../ui/text/code-block';
import type { Attempt } from './destination-data';

/** The result of a delivery attempt, its response and, if `showsRequest` is set, its request. */
export function AttemptView(props: { readonly attempt: Attempt; readonly showsRequest?: boolean }) {
  const { attempt, showsRequest = false } = props;
  const { outcome, status, duration_ms: duration, error, response, request } = attempt;
  const took = duration < 1_000 ? `${duration} ms` : durationWords(duration / 1_000);
  const answer = status === null ? '' : `The receiver returned ${status}. `;
  return (
    <>
      <Notice kind={outcome === 'success' ? 'success' : 'danger'}>
        {outcome === 'success' ? 'Delivered' : 'Failed'} after {took}. {error ?? answer}
      </Notice>
      {showsRequest && request !== null && (
        <CodeBlock code={requestText(request)} label="Request" />
      )}
      {response !== null && response !== '' && (
        <CodeBlock code={indented(response)} label="Response" />
      )}
    </>
  );
}
