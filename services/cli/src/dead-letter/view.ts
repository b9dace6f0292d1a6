import type { DeadLetter } from '@tidemark/ingest-log';

/** The JSON summary of a dead letter, without the record that was sent. */
export function summaryOf(letter: DeadLetter) {
  return {
    id: letter.id,
    at: letter.at.toISOString(),
    reason: letter.reason,
    attempts: letter.attempts,
    partition: letter.partition,
    record_id: letter.recordId,
    project_id: letter.projectId,
    event: letter.event,
    distinct_id: letter.distinctId,
    uuid: letter.uuid,
  };
}

/** The letter with its record, which is parsed if it is JSON. */
export function detailsOf(letter: DeadLetter) {
  return { ...summaryOf(letter), record: parsed(letter.raw) };
}

export const SUMMARY_HEADER = ['ID', 'AT', 'TRIES', 'PROJECT', 'EVENT', 'REASON'];

export function summaryRow(letter: DeadLetter): string[] {
  return [
    letter.id,
    letter.at.toISOString(),
    String(letter.attempts),
    String(letter.projectId ?? '?'),
    printable(letter.event ?? '?'),
    printable(letter.reason),
  ];
}

/** Removes control characters, so that text from clients cannot control the operator's terminal. */
function printable(text: string): string {
  return text.replace(/\p{C}/gu, '�').slice(0, 200);
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    // Records that are not valid JSON are shown unchanged.
    return raw;
  }
}
