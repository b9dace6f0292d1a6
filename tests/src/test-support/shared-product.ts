import { z } from 'zod';

const productSchema = z.object({
  url: z.string(),
  projectApiKey: z.string(),
  personalApiKey: z.string(),
});

export type SharedProduct = z.output<typeof productSchema>;

/** The environment variable with the URL of the server in `setup/product-desk.ts`, for all workers of the run. */
export const PRODUCT_DESK = 'TEST_PRODUCT_DESK';

/**
 * The product that all test files of a run share. Tests that use it must not change its configuration, and must create
 * their own projects. It is started for the first caller and stopped after the last file.
 */
export async function sharedProduct(): Promise<SharedProduct> {
  const response = await fetch(process.env[PRODUCT_DESK] ?? '');
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return productSchema.parse(JSON.parse(text));
}
