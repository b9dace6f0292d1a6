/** The positions where groups begin and end, and where the current round of each loop began; undefined before that. */
export type Slots = readonly (number | undefined)[];

/** A step of a pattern; the next step follows it in the list unless it says otherwise. */
export type Step =
  /** Consumes one character. */
  | { readonly op: 'take'; readonly accepts: (character: string) => boolean }
  /** Continues at `first`, and at `other` if that fails. */
  | { readonly op: 'either'; readonly first: number; readonly other: number }
  | { readonly op: 'jump'; readonly to: number }
  /** Stores the position in the text. */
  | { readonly op: 'mark'; readonly slot: number }
  /** Fails unless a character was consumed since the mark: a loop with empty rounds would never end. */
  | { readonly op: 'moved'; readonly slot: number }
  /** Checks the characters around the position. */
  | { readonly op: 'assert'; readonly holds: (text: readonly string[], at: number) => boolean }
  /** Looks ahead or behind with a sub-pattern. */
  | {
      readonly op: 'look';
      readonly program: Program;
      readonly behind: boolean;
      readonly negate: boolean;
    }
  /** Matches the text of one of the groups again. */
  | {
      readonly op: 'again';
      readonly groups: readonly number[];
      readonly equals: (a: string, b: string) => boolean;
    }
  | { readonly op: 'done' };

export type Program = readonly Step[];
