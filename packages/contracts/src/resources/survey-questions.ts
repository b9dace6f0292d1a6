import { z } from 'zod';
import { storedJson } from '../shared/wire-fields';

const MAX_QUESTIONS = 100;
const LINK_SCHEMES = ['https:', 'mailto:'];
const MAILTO = /^mailto:[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\.[a-zA-Z]{2,}$/;
const CONTENT_TYPES: readonly unknown[] = ['text', 'html'];

type Question = Readonly<Record<string, unknown>>;

/** The questions of a survey. Keys that only SDKs use are stored as sent. */
export function surveyQuestions() {
  return storedJson(
    z
      .array(z.record(z.string(), z.unknown()), {
        error: 'Questions must be a list of objects',
      })
      .max(MAX_QUESTIONS),
  ).superRefine((questions, context) => {
    const problem = questions.map(problemOf).find((found) => found !== null);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  });
}

function problemOf(question: Question): string | null {
  const { question: text, descriptionContentType, choices, link } = question;
  if (typeof text !== 'string' || text === '') return 'Question text is required';
  if (isGiven(descriptionContentType) && !CONTENT_TYPES.includes(descriptionContentType)) {
    return "Question descriptionContentType must be one of ['text', 'html']";
  }
  return (
    (isGiven(choices) ? problemOfChoices(choices) : null) ??
    (isGiven(link) ? problemOfLink(link) : null)
  );
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function problemOfChoices(choices: unknown): string | null {
  if (!Array.isArray(choices)) return 'Question choices must be a list of strings';
  const values: readonly unknown[] = choices;
  if (values.some((choice) => typeof choice !== 'string')) {
    return 'Question choices must be a list of strings';
  }
  const isBlank = values.some((choice) => String(choice).trim() === '');
  return isBlank ? 'Question choices cannot be empty' : null;
}

function problemOfLink(link: unknown): string | null {
  const url = typeof link === 'string' && URL.canParse(link) ? new URL(link) : null;
  if (url === null || !LINK_SCHEMES.includes(url.protocol)) {
    return 'Link must be a URL with one of these schemes: [https, mailto]';
  }
  if (url.protocol === 'mailto:' && !MAILTO.test(String(link))) {
    return 'Invalid mailto link. Please enter a valid mailto link (e.g., mailto:example@domain.com).';
  }
  return null;
}
