import { createPersonalApiKeyRepository, createUserRepository } from '@tidemark/postgres';
import type { Database } from '@tidemark/postgres';

/** Another member of the first user's organization, with a key of all scopes. */
export interface Colleague {
  readonly id: number;
  readonly email: string;
  readonly key: string;
}

let count = 0;

/** @param level 1 is a member, 8 an administrator, 15 an owner */
export async function newColleague(
  database: Database,
  level = 1,
  scopes: readonly string[] = ['*'],
): Promise<Colleague> {
  count += 1;
  const users = createUserRepository(database);
  const organizationId = (await users.findById(1))?.organizationId ?? '';
  const email = `colleague-${count}-${Date.now()}@example.com`;
  const user = await users.create(
    { organizationId, userId: null },
    {
      organizationId,
      email,
      firstName: 'Colleague',
      lastName: '',
      currentProjectId: 1,
      organizationLevel: level,
    },
  );
  if (user === null) throw new Error(`The address ${email} is taken`);
  const issued = await createPersonalApiKeyRepository(database).create(
    { organizationId, userId: user.id },
    { userId: user.id, label: 'test', scopes, scopedTeams: [], scopedOrganizations: [] },
  );
  return { id: user.id, email, key: issued.value };
}
