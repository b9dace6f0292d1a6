/** How an attribute's value is compared, as CSS writes it. */
export type AttributeOperator = '=' | '~=' | '|=' | '^=' | '$=' | '*=';

/** A condition on one attribute of an element. */
export interface AttributeTest {
  /** The key in an elements chain: `attr__href`, `attr_id`, `nth-child`. */
  readonly key: string;
  readonly operator: AttributeOperator;
  readonly value: string;
}

/** What one element must be, apart from its place in the selector. */
export interface SimpleCompound {
  /** Null = any. */
  readonly tag: string | null;
  readonly classes: readonly string[];
  readonly attributes: readonly AttributeTest[];
}

export interface Compound extends SimpleCompound {
  /** The element must fit none of these: the arguments of `:not()`. */
  readonly not: readonly SimpleCompound[];
  /** How the element relates to the one before it in the list; null for the first, the subject. */
  readonly joint: 'parent' | 'ancestor' | null;
}

/** One selector of a list, from the subject outwards, as chains run. */
export type Selector = readonly Compound[];
