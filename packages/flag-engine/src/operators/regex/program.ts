/** Where groups begin and end, and where loops began their round; undefined until then. */
export type Slots = readonly (number | undefined)[];

/** A step of a pattern; each is followed by the next in the list unless it says otherwise. */
export type Step =
  /** Takes one character. */
  | { readonly op: 'take'; readonly accepts: (character: string) => boolean }
  /** Goes on at the first place, and at the other if that fails. */
  | { readonly op: 'either'; readonly first: number; readonly other: number }
  | { readonly op: 'jump'; readonly to: number }
  /** Remembers the place in the text. */
  | { readonly op: 'mark'; readonly slot: number }
  /** Fails unless something was taken since the mark: an empty round of a loop would never end. */
  | { readonly op: 'moved'; readonly slot: number }
  /** Looks at the characters around the place. */
  | { readonly op: 'assert'; readonly holds: (text: readonly string[], at: number) => boolean }
  /** Looks ahead or behind with a pattern of its own. */
  | {
      readonly op: 'look';
      readonly program: Program;
      readonly behind: boolean;
      readonly negate: boolean;
    }
  /** Takes what one of the groups has taken. */
  | {
      readonly op: 'again';
      readonly groups: readonly number[];
      readonly equals: (a: string, b: string) => boolean;
    }
  | { readonly op: 'done' };

export type Program = readonly Step[];
