/** There are no roles yet: whoever manages an organization owns it. */
export const OWNER_LEVEL = 15;
