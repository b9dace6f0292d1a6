import { z } from 'zod';

/**
 * A parameter of a query string whose reader refuses nothing itself or refuses in words of its own: here it
 * is declared for the API's description, and passes as it is.
 */
export function parameter(
  description: string,
  wire: Readonly<Record<string, unknown>> = { type: 'string' },
) {
  return z.string().optional().meta({ wire, description });
}

export function numberParameter(description: string) {
  return parameter(description, { type: 'integer' });
}

export function booleanParameter(description: string) {
  return parameter(description, { type: 'boolean' });
}

export function choiceParameter(description: string, choices: readonly string[]) {
  return parameter(description, { type: 'string', enum: choices });
}

/** Of every list. */
export const pageParameters = {
  limit: numberParameter('Rows of a page; 100 when absent.'),
  offset: numberParameter('Rows before the page.'),
};

export const pageQuery = z.object(pageParameters);
