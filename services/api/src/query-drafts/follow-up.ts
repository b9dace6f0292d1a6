import type { ChatTurn } from '@tidemark/contracts';

const FOLLOWS =
  /^(?:and|also|now|then|but|only|just|same|instead|what about|how about|what if|make it|show it|split|break|by|per|for|in|on|from|where|with|without|excluding|last|past|this|yesterday|today|compared?|vs|weekly|daily|hourly|monthly)\b/i;
const MAX_CHARACTERS = 800;

/**
 * Makes a question complete: a follow-up (`and by country?`) is put before the earlier question, so that the newer
 * time span or number is found first.
 */
export function wholeQuestion(question: string, turns: readonly ChatTurn[]): string {
  const before = turns.at(-1)?.question;
  if (before === undefined || !FOLLOWS.test(question.trim())) return question;
  return `${question} ${before}`.slice(0, MAX_CHARACTERS);
}
