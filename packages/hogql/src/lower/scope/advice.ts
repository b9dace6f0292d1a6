import type { Constant, Span } from '../../syntax/ast';
import { printHogQL } from '../../syntax/print';

/** A better way to write a part of the statement. */
export interface Advice extends Span {
  readonly message: string;
  /** The replacement. */
  readonly fix: string;
}

/** Advice to write an id of a project's object as its name, or the name as its id. */
export function adviceOn(
  what: 'cohort' | 'action',
  reference: Constant,
  found: { readonly id: number; readonly name: string | null },
): Advice {
  const { start, end, value } = reference;
  if (typeof value === 'string') {
    const message = `Searching for ${what} by name. Replace with numeric ID ${found.id} to protect against renaming.`;
    return { start, end, message, fix: String(found.id) };
  }
  const name = printHogQL({ type: 'Constant', value: found.name ?? '', start, end });
  const title = what === 'cohort' ? 'Cohort' : 'Action';
  const message = `${title} #${found.id} can also be specified as ${name}`;
  return { start, end, message, fix: name };
}
