import type { PropertyType } from '@tidemark/contracts';
import type { EventShape } from '@tidemark/postgres';

/**
 * A language in which events can be written as types. Names of events and properties are data of clients: they are
 * written as string literals, or reduced to letters and digits in identifiers.
 */
export interface EventCodeLanguage {
  readonly name: string;
  /** Increased when the output changes, so that clients write their files again. */
  readonly version: string;
  generate(events: readonly EventShape[]): string;
}

/** The types of values in a language, and that of a property without a type. */
export type ValueTypes = Readonly<Record<PropertyType | 'unknown', string>>;
