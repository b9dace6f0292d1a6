import type { HogFunctionInputDeclaration } from '@tidemark/contracts';

/** Whether a text has a part that is filled in for each event, so that it cannot be judged before. */
const isTemplate = (text: string): boolean => /[{}]/.test(text);

const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/;
const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;
const NAMED_ADDRESS = /^[^<>]*<([^<>]*)>$/;

/** Why a text is not the URL of a receiver; null if it is, or if it depends on the event. */
export function problemOfUrl(value: unknown): string | null {
  const text = String(value);
  if (isTemplate(text)) return null;
  const isHttp = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  return isHttp ? null : 'Enter a URL that begins with https:// or http://.';
}

/** Why an object cannot be the headers of a request; null if it can. */
export function problemOfHeaders(value: unknown): string | null {
  const wrong = Object.keys(value ?? {}).find((name) => !HEADER_NAME.test(name));
  return wrong === undefined ? null : `${JSON.stringify(wrong)} is not the name of a header.`;
}

/** Why a text is not a list of e-mail addresses; null if it is, or if it depends on the event. */
export function problemOfAddresses(value: unknown): string | null {
  const text = String(value);
  if (isTemplate(text)) return null;
  const wrong = text
    .split(',')
    .map((one) => one.trim())
    .filter((one, _index, all) => one !== '' || all.every((other) => other === ''))
    .find((one) => !ADDRESS.test(NAMED_ADDRESS.exec(one)?.[1] ?? one));
  return wrong === undefined ? null : `${JSON.stringify(wrong)} is not an e-mail address.`;
}

/** Why a value does not have the type of an input; null if it has. */
export function problemOfType(
  { type, required, choices }: HogFunctionInputDeclaration,
  value: unknown,
): string | null {
  if (value === null || value === undefined || value === '') {
    return required ? 'This input is required.' : null;
  }
  switch (type) {
    case 'string':
    case 'email':
      return ['string', 'number', 'boolean'].includes(typeof value) ? null : 'A text is expected.';
    case 'choice':
      return choices?.some((choice) => choice.value === value) === true
        ? null
        : 'This is none of the choices.';
    case 'boolean':
      return typeof value === 'boolean' ? null : 'true or false is expected.';
    case 'dictionary':
      return isDictionary(value) ? null : 'An object of texts is expected.';
    case 'json':
      return null;
  }
}

function isDictionary(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
