import { randomUUID } from 'node:crypto';
import { createLogger } from '@tidemark/platform';
import { createDatabase } from '@tidemark/postgres';
import { propertiesOf } from './users';

/** Stores persons with the distinct ids `user-0` and so on, in the form in which ingestion stores them. */
export async function seedPersons(postgresUrl: string, count: number): Promise<void> {
  const database = createDatabase(postgresUrl, {
    poolSize: 1,
    logger: createLogger('bench', 'warn'),
  });
  const people = Array.from({ length: count }, (_, user) => ({ user, id: randomUUID() }));
  const row = { project_id: 1, version: 0 };
  await database.db
    .insertInto('persons')
    .values(
      people.map(({ user, id }) => ({
        ...row,
        id,
        properties: JSON.stringify(propertiesOf(user)),
        created_at: new Date(),
      })),
    )
    .execute();
  await database.db
    .insertInto('person_distinct_ids')
    .values(people.map(({ user, id }) => ({ ...row, distinct_id: `user-${user}`, person_id: id })))
    .execute();
  await database.close();
}
