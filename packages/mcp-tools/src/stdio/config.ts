import { TidemarkError } from '@tidemark/client';
import { z } from 'zod';

const environment = z.object({
  TIDEMARK_HOST: z.url({
    protocol: /^https?$/,
    error: 'an address is expected, such as https://tidemark.example.com',
  }),
  TIDEMARK_API_KEY: z.string({ error: 'a personal API key is expected' }).min(1),
  TIDEMARK_PROJECT_ID: z
    .string()
    .regex(/^(?:\d+|@current)$/, 'a number is expected')
    .default('@current'),
});

export type StdioConfig = z.infer<typeof environment>;

/** @throws TidemarkError that says what is missing or wrong */
export function readConfig(
  env: Readonly<Record<string, string | undefined>> = process.env,
): StdioConfig {
  const parsed = environment.safeParse(env);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new TidemarkError(`${String(issue?.path[0])}: ${issue?.message ?? 'not valid'}`);
}
