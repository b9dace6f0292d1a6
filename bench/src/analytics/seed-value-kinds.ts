import { createLogger } from '@tidemark/platform';
import { beginTracking, createDatabase, saveNonText } from '@tidemark/postgres';

/** The properties of the seeded documents whose values are not text. */
const OF_EVENTS = ['$screen_width', '$screen_height', 'amount', 'quantity', 'is_trial'];
const OF_PERSONS = ['age'];

/** Events are made inside the engine: what a worker would have noted before it stored them is noted here. */
export async function seedValueKinds(postgresUrl: string): Promise<void> {
  const database = createDatabase(postgresUrl, {
    poolSize: 1,
    logger: createLogger('bench', 'warn'),
  });
  try {
    await beginTracking(database, 1, true);
    await saveNonText(database, [
      ...OF_EVENTS.map((name) => ({ projectId: 1, bag: 'event' as const, name })),
      ...OF_PERSONS.map((name) => ({ projectId: 1, bag: 'person' as const, name })),
    ]);
  } finally {
    await database.close();
  }
}
