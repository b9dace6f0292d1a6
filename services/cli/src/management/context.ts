import type { Database, OrganizationAuthor, User } from '@tidemark/postgres';
import { createUserRepository } from '@tidemark/postgres';
import type { Environment } from '../config';
import { databaseUrl } from '../config';
import { CommandError, EXIT } from '../exit-codes';
import type { Terminal } from '../terminal';
import { withDatabase } from '../with-database';

/** The dependencies of the management commands. */
interface ManagementContext {
  readonly database: Database;
  /** Prints a result: the JSON object or the text. */
  readonly print: (result: object, text: string) => void;
}

export type RunManagement = (
  options: { readonly json?: boolean },
  work: (context: ManagementContext) => Promise<void>,
) => Promise<void>;

export function managementRunner(env: Environment, terminal: Terminal): RunManagement {
  return (options, work) =>
    withDatabase(databaseUrl(env), (database) =>
      work({
        database,
        print: (result, text) =>
          terminal.out(options.json === true ? JSON.stringify(result) : text),
      }),
    );
}

/** The author of changes by commands: the operator, who is not a user. */
export const operatorOf = ({
  organizationId,
}: Pick<User, 'organizationId'>): OrganizationAuthor => ({
  organizationId,
  userId: null,
});

/** The id of the first user of every installation. */
const FIRST_USER_ID = 1;

/** Finds the user with an e-mail address, or the first user without one. @throws CommandError if there is no such user */
export async function findUser(database: Database, email: string | undefined): Promise<User> {
  const users = createUserRepository(database);
  const user =
    email === undefined ? await users.findById(FIRST_USER_ID) : await users.findByEmail(email);
  if (user !== null) return user;
  throw new CommandError(
    email === undefined
      ? 'this installation has no user yet. Start Tidemark once, or run migrate with the bootstrap keys.'
      : `there is no user ${email}. Check the spelling, or add one with user create.`,
    EXIT.notFound,
  );
}
