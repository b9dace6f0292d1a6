import { z } from 'zod';

const productSchema = z.object({
  url: z.string(),
  projectApiKey: z.string(),
  personalApiKey: z.string(),
});

export type SharedProduct = z.output<typeof productSchema>;

/** Names the desk of the run (`setup/product-desk.ts`) to all its workers. */
export const PRODUCT_DESK = 'TEST_PRODUCT_DESK';

/**
 * The product that all test files of a run share: for those that need one as it comes, and that keep to
 * projects of their own. It is started for the first who asks and stopped after the last file.
 */
export async function sharedProduct(): Promise<SharedProduct> {
  const response = await fetch(process.env[PRODUCT_DESK] ?? '');
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return productSchema.parse(JSON.parse(text));
}
